import { useEffect } from 'react'
import { StepUp } from '../../features/auth/StepUp.tsx'
import { Hotkeys } from '../../ui/keys/Hotkeys.tsx'
import { fetchLaterParts } from '../../ui/later-parts.ts'
import { IdleWarning } from './IdleWarning.tsx'

/** The dialogs that any screen may meet. Fetched when first needed, or once the first screen has settled. */
export default function Dialogs() {
  useEffect(() => void fetchLaterParts(), [])
  return (
    <>
      <StepUp />
      <IdleWarning />
      <Hotkeys />
    </>
  )
}
