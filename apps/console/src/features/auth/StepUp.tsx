import { otpDigits } from '@khlang/contract/values/sign-in-limits.ts'
import { Button, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { noteStepUp, useProfile } from '../../lib/person/profile.ts'
import { useStepUpRequest } from '../../lib/call/step-up.ts'
import { Modal } from '../../ui/sheet/Modal.tsx'
import { CodeInput } from './CodeInput.tsx'
import { Failure } from './PublicCard.tsx'
import classes from './PublicCard.module.css'

/**
 * Opens whenever an act is refused for want of a step-up (`lib/call/step-up.ts`, which hears Escape too); the
 * act is then sent again.
 */
export function StepUp() {
  const { t } = useTranslation('auth')
  const request = useStepUpRequest()
  return (
    <Modal
      isOpen={request !== null}
      title={t('stepUp.title')}
      onClose={() => request?.settle(false)}
      closesEasily={false}
      isOnTop
    >
      {/* Kept while the dialog fades: emptied, it would shrink first. */}
      <StepUpForm onEnd={(isProven) => request?.settle(isProven)} />
    </Modal>
  )
}

function StepUpForm({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const { otpEnable } = useProfile()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async (given: string): Promise<void> => {
    if (isSending || given === '') return
    setSending(true)
    setFailure(null)
    try {
      const proof = otpEnable ? { code: given } : { password: given }
      const { stepUpUntil } = await call('auth.stepUp', proof, { isTracked: false })
      noteStepUp(stepUpUntil)
      onEnd(true)
    } catch (thrown) {
      const isWrong = thrown instanceof CallError && thrown.code === 'badCredentials'
      setFailure(isWrong ? t('stepUp.wrongPassword') : errorText(thrown))
      setTyped('')
      setSending(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(typed)
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <p className={classes['hint']}>{t(otpEnable ? 'stepUp.withCode' : 'stepUp.withPassword')}</p>
      <Failure>{failure}</Failure>
      {otpEnable ? (
        <CodeInput
          label={t('otp.code')}
          value={typed}
          onChange={setTyped}
          onFull={(code) => void send(code)}
        />
      ) : (
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          data-autofocus
        />
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('stepUp.cancel')}
        </Button>
        <Button
          type="submit"
          loading={isSending}
          disabled={otpEnable ? typed.length < otpDigits : typed === ''}
        >
          {t('stepUp.submit')}
        </Button>
      </div>
    </form>
  )
}
