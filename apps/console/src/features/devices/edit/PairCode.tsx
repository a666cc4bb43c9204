import { useTranslation } from 'react-i18next'
import { autoAddress } from '../../../lib/config.ts'
import { CopyButton } from '../../../ui/figures/CopyButton.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { useSecondsUntil } from './use-seconds.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

export interface Code {
  readonly code: string
  readonly expiresAt: string
}

/** What a phone reads: where it pairs, and behind a # the code, which no server is sent by reading it. */
const textOf = (code: string): string => autoAddress(`/auto/v1/device/pair#${code}`)

/** A pairing code as a picture and as a text, with the time that it has left. */
export function PairCode({ code: { code, expiresAt } }: { code: Code }) {
  const { t } = useTranslation('devices')
  const seconds = useSecondsUntil(expiresAt)
  const text = textOf(code)
  if (seconds === 0) return <p className={blocks['warn']}>{t('pair.expired')}</p>
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className={classes['code']}>
      <QrCode text={text} label={t('pair.qr')} />
      <div>
        <ol className={classes['how']}>
          <li>{t('pair.how.open')}</li>
          <li>{t('pair.how.scan')}</li>
          <li>{t('pair.how.compare')}</li>
        </ol>
        <p className={classes['left']} role="timer">
          {t('pair.left')} <strong>{left}</strong>
        </p>
        <p className={blocks['quiet']}>{t('pair.typed')}</p>
        <code className={classes['text']}>{text}</code>
        <div className={blocks['buttons']}>
          <CopyButton text={text} label={t('pair.copy')} />
        </div>
      </div>
    </div>
  )
}
