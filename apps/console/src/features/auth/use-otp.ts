import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import { loadProfile, useProfileState } from '../../lib/person/profile.ts'
import { beginSession, session } from '../../lib/call/session.ts'
import { signOut } from '../../lib/person/sign-out.ts'
import { afterProof, wayOut, type OtpStep } from './otp-steps.ts'

interface Beginning {
  readonly step: 'enrol' | 'code'
  /** The `otpauth://` address of an enrolment. */
  readonly url: string | null
}

/**
 * Whether this person has an authenticator; who has none begins to enrol one, which shows its secret
 * once.
 */
async function begin(): Promise<Beginning> {
  const { otpEnable } = await call('auth.selfPreOtp', {})
  if (otpEnable) return { step: 'code', url: null }
  try {
    return { step: 'enrol', url: await call('auth.otpCreate', {}) }
  } catch (thrown) {
    if (thrown instanceof CallError && thrown.code === 'alreadyEnrolled') return { step: 'code', url: null }
    throw thrown
  }
}

/**
 * The course of the second factor from opening the screen to the full token, which replaces the one
 * before.
 */
export function useOtp() {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const go = useGo()
  const [step, setStep] = useState<OtpStep>('waiting')
  const [url, setUrl] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const hasBegun = useRef(false)

  const start = async (): Promise<void> => {
    try {
      const beginning = await begin()
      setUrl(beginning.url)
      setStep(beginning.step)
    } catch (thrown) {
      console.error('otp:', thrown instanceof CallError ? thrown.code : thrown)
      setFailure(t('otp.createFailure'))
      setStep('failed')
    }
  }
  useEffect(() => {
    // The secret is shown once, so one opening of the screen asks for it once.
    if (hasBegun.current) return
    hasBegun.current = true
    // Their profile opens only to who is signed in already: it tells that they came from their settings.
    if (!session.get().isOtpDue) void loadProfile()
    void start()
  })

  const enter = () => go({ to: '/' }, { replace: true })
  const out = wayOut(step, useProfileState().profile !== null)
  const prove = async (ask: () => Promise<string>): Promise<boolean> => {
    if (isSending) return false
    setSending(true)
    setFailure(null)
    try {
      beginSession(await ask())
      if (afterProof(step) === 'bound') setStep('bound')
      else enter()
      return true
    } catch (thrown) {
      setFailure(errorText(thrown))
      setSending(false)
      if (thrown instanceof CallError && thrown.code === 'otpSetupExpired') void start()
      return false
    }
  }
  return {
    step,
    url,
    failure,
    isSending,
    verify: (token: string) => prove(() => call('auth.otpVerify', { token })),
    recover: (code: string) => prove(() => call('auth.recover', { code })),
    enter,
    out,
    leave: () => (out === 'settings' ? go({ to: '/setting', search: { tab: 'security' } }) : signOut()),
    switchWay: () => {
      setFailure(null)
      setStep(step === 'recovery' ? 'code' : 'recovery')
    },
  }
}

export type Otp = ReturnType<typeof useOtp>
