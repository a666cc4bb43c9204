import { useTranslation } from 'react-i18next'
import { secretOf } from '../../lib/person/otp-address.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import classes from './PublicCard.module.css'

/** Ties an authenticator to this person: a code to scan, and the secret to type where there is no camera. */
export function Enrolment({ url }: { url: string }) {
  const { t } = useTranslation('auth')
  return (
    <>
      <ol className={classes['steps']}>
        <li>{t('otp.stepApp')}</li>
        <li>{t('otp.stepScan')}</li>
        <li>{t('otp.stepCode')}</li>
      </ol>
      <div className={classes['qr']}>
        <QrCode text={url} label={t('otp.qr')} />
      </div>
      <p className={classes['secret']}>
        {t('otp.secret')}
        <code>{secretOf(url)}</code>
      </p>
    </>
  )
}
