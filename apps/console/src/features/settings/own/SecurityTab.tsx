import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useProfile } from '../../../lib/person/profile.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { MoveOtp } from './MoveOtp.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RecoveryForm } from './RecoveryForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** Password, authenticator and recovery codes: what proves who one is. */
export default function SecurityTab() {
  const { t } = useTranslation('settings')
  const { otpEnable } = useProfile()
  return (
    <div className={blocks['narrow']}>
      <section className={blocks['card']} aria-label={t('security.password')}>
        <h2>{t('security.password')}</h2>
        <p className={blocks['note']}>{t('security.passwordLead')}</p>
        <PasswordForm hasCode={otpEnable} />
      </section>
      <section className={blocks['card']} aria-label={t('security.otp')}>
        <h2>{t('security.otp')}</h2>
        <p>
          <Status
            tone={otpEnable ? 'green' : 'amber'}
            label={t(otpEnable ? 'security.otpOn' : 'security.otpOff')}
          />
        </p>
        <p className={blocks['note']}>{t(otpEnable ? 'security.otpLost' : 'security.otpWhy')}</p>
        {otpEnable ? (
          <MoveOtp />
        ) : (
          <AppLink href={hrefOf({ to: '/otp' })}>{t('security.otpBegin')}</AppLink>
        )}
      </section>
      {otpEnable && (
        <section className={blocks['card']} aria-label={t('security.recovery')}>
          <h2>{t('security.recovery')}</h2>
          <p className={blocks['note']}>{t('security.recoveryLead')}</p>
          <CodesLeft />
          <RecoveryForm />
        </section>
      )}
    </div>
  )
}

/** From so few on they are soon gone. */
const fewCodes = 2

function CodesLeft() {
  const { t } = useTranslation('settings')
  const failure = useFailure()
  const account = useQueryCall('auth.account', {}, { isTracked: false, staleMs: 0 })
  const error = failure(account.error)
  if (error) return <ErrorState error={error} onRetry={() => void account.refetch()} isInline />
  const left = account.data?.recoveryCodesLeft
  if (left === undefined) return null
  if (left > fewCodes) return <p>{t('security.codesLeft', { count: left })}</p>
  return (
    <p className={blocks['warn']} role="status">
      {t(left === 0 ? 'security.codesNone' : 'security.codesFew', { count: left })}
    </p>
  )
}
