import { useTranslation } from 'react-i18next'
import classes from './PublicCard.module.css'
import { QrCode } from './QrCode.tsx'

/** The secret of an `otpauth://` address in groups of four, as authenticators print it. */
export function secretOf(url: string): string {
  const secret = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('secret') ?? ''
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

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
