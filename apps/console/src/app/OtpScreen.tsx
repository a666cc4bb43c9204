import { lazy } from 'react'
import { Otp } from '../features/auth/Otp.tsx'
import { loadScreen } from '../lib/chunks.ts'
import { loadTexts } from '../lib/words/i18n.ts'

/** Features stand alone, so the settings' part is put in here; it travels only to who has just enrolled. */
const FirstCodes = lazy(async () => {
  const [part] = await Promise.all([
    loadScreen('first-codes', 'settings', () => import('./FirstCodes.tsx')),
    loadTexts('table'),
  ])
  return part
})

export default function OtpScreen() {
  return <Otp firstCodes={FirstCodes} />
}
