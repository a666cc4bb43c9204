import { Button, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useProfile } from '../../lib/profile.ts'
import { useStepUpRequest } from '../../lib/step-up.ts'
import { Modal } from '../../ui/Modal.tsx'
import { CodeInput } from './CodeInput.tsx'
import { Failure } from './PublicCard.tsx'
import classes from './PublicCard.module.css'

/**
 * Opens whenever an act is refused for want of a step-up (`lib/step-up.ts`, which hears Escape too); the act
 * is then sent again.
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
      {request && <StepUpForm onEnd={request.settle} />}
    </Modal>
  )
}

function StepUpForm({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const { otpEnable } = useProfile()
  const [proof, setProof] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async (given: string): Promise<void> => {
    if (isSending || given === '') return
    setSending(true)
    setFailure(null)
    try {
      await call('auth.stepUp', otpEnable ? { code: given } : { password: given }, { isTracked: false })
      onEnd(true)
    } catch (thrown) {
      const isWrong = thrown instanceof CallError && thrown.code === 'badCredentials'
      setFailure(isWrong ? t('stepUp.wrongPassword') : errorText(thrown))
      setProof('')
      setSending(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(proof)
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <p className={classes['hint']}>{t(otpEnable ? 'stepUp.withCode' : 'stepUp.withPassword')}</p>
      <Failure>{failure}</Failure>
      {otpEnable ? (
        <CodeInput
          label={t('otp.code')}
          value={proof}
          onChange={setProof}
          onFull={(code) => void send(code)}
        />
      ) : (
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          value={proof}
          onChange={(event) => setProof(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          data-autofocus
        />
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('stepUp.cancel')}
        </Button>
        <Button type="submit" loading={isSending} disabled={otpEnable ? proof.length < 6 : proof === ''}>
          {t('stepUp.submit')}
        </Button>
      </div>
    </form>
  )
}
