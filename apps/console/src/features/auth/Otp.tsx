import { otpDigits, recoveryCodeMax, recoveryCodeMin } from '@khlang/contract/values/sign-in-limits.ts'
import { Button } from '@mantine/core'
import { useState, type ComponentType, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Bound, type FirstCodesProps } from './Bound.tsx'
import { CodeInput } from './CodeInput.tsx'
import { PlainInput } from './fields.tsx'
import { Enrolment } from './Enrolment.tsx'
import { Failure, PublicCard } from './PublicCard.tsx'
import classes from './PublicCard.module.css'
import { useOtp, type Otp as OtpFlow } from './use-otp.ts'

/** `/otp`: the second factor. Enrols who has none, else asks for the six digits or a recovery code. */
export function Otp({ firstCodes }: { firstCodes: ComponentType<FirstCodesProps> }) {
  const { t } = useTranslation('auth')
  const otp = useOtp()
  // The overlay shows that it is on its way; a card that changes its mind would jump.
  if (otp.step === 'waiting') return null
  if (otp.step === 'bound') return <Bound firstCodes={firstCodes} onOver={otp.enter} />
  if (otp.step === 'failed') {
    return (
      <PublicCard title={t('otp.title')}>
        <Failure>{otp.failure}</Failure>
        <Button fullWidth mt={20} size="md" onClick={otp.leave}>
          {t('backToLogin')}
        </Button>
      </PublicCard>
    )
  }
  const isEnrolling = otp.step === 'enrol'
  const title = t(isEnrolling ? 'otp.enrolTitle' : 'otp.title')
  const lead = t(isEnrolling ? 'otp.enrolLead' : otp.step === 'recovery' ? 'otp.recoveryLead' : 'otp.lead')
  return (
    <PublicCard title={title} lead={lead}>
      {isEnrolling && otp.url !== null && <Enrolment url={otp.url} />}
      {otp.step === 'recovery' ? <RecoveryForm otp={otp} /> : <CodeForm otp={otp} />}
      <div className={classes['links']}>
        {!isEnrolling && (
          <button type="button" className={classes['link']} onClick={otp.switchWay}>
            {t(otp.step === 'recovery' ? 'otp.useCode' : 'otp.useRecovery')}
          </button>
        )}
        <button type="button" className={classes['link']} onClick={otp.leave}>
          {t(otp.out === 'settings' ? 'otp.cancel' : 'backToLogin')}
        </button>
      </div>
    </PublicCard>
  )
}

function CodeForm({ otp }: { otp: OtpFlow }) {
  const { t } = useTranslation('auth')
  const [code, setCode] = useState('')
  const send = async (full: string): Promise<void> => {
    if (!(await otp.verify(full))) setCode('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.length === otpDigits) void send(code)
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <Failure>{otp.failure}</Failure>
      <CodeInput label={t('otp.code')} value={code} onChange={setCode} onFull={(full) => void send(full)} />
      <Button type="submit" size="md" loading={otp.isSending} disabled={code.length < otpDigits}>
        {t('otp.submit')}
      </Button>
    </form>
  )
}

function RecoveryForm({ otp }: { otp: OtpFlow }) {
  const { t } = useTranslation('auth')
  const [code, setCode] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '') void otp.recover(code.trim())
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <Failure>{otp.failure}</Failure>
      <PlainInput
        label={t('otp.recoveryCode')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        maxLength={recoveryCodeMax}
        data-autofocus
      />
      <Button
        type="submit"
        size="md"
        loading={otp.isSending}
        disabled={code.trim().length < recoveryCodeMin}
      >
        {t('otp.submit')}
      </Button>
    </form>
  )
}
