import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/navigation.tsx'
import { useProfile } from '../../lib/profile.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Status } from '../../ui/Status.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RecoveryForm } from './RecoveryForm.tsx'
import classes from './Settings.module.css'

/** Password, authenticator and recovery codes: what proves who one is. */
export default function SecurityTab() {
  const { t } = useTranslation('settings')
  const { otpEnable } = useProfile()
  return (
    <div className={classes['narrow']}>
      <section className={classes['card']} aria-label={t('security.password')}>
        <h2>{t('security.password')}</h2>
        <p className={classes['quiet']}>{t('security.passwordLead')}</p>
        <PasswordForm hasCode={otpEnable} />
      </section>
      <section className={classes['card']} aria-label={t('security.otp')}>
        <h2>{t('security.otp')}</h2>
        <p>
          <Status
            tone={otpEnable ? 'green' : 'amber'}
            label={t(otpEnable ? 'security.otpOn' : 'security.otpOff')}
          />
        </p>
        <p className={classes['quiet']}>{t(otpEnable ? 'security.otpLost' : 'security.otpWhy')}</p>
        {!otpEnable && <AppLink href={hrefOf({ to: '/otp' })}>{t('security.otpBegin')}</AppLink>}
      </section>
      {otpEnable && (
        <section className={classes['card']} aria-label={t('security.recovery')}>
          <h2>{t('security.recovery')}</h2>
          <p className={classes['quiet']}>{t('security.recoveryLead')}</p>
          <RecoveryForm />
        </section>
      )}
    </div>
  )
}
