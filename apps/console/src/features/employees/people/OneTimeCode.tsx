import { useTranslation } from 'react-i18next'
import { config } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { CopyButton } from '../../../ui/figures/CopyButton.tsx'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { OneTime } from '../employee-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** A one-time code, shown here and never again, with what its person has to do with it. */
export function OneTimeCode({ username, code, expiresAt }: OneTime & { username: string }) {
  const { t } = useTranslation('employees')
  const until = formatDateTime(expiresAt, useReading())
  const message = t('code.message', {
    brand: config().brand,
    address: location.origin,
    username,
    code,
    until,
  })
  return (
    <div className={blocks['stack']}>
      <p className={blocks['code']} data-testid="one-time-code">
        <CopyText value={code} />
      </p>
      <p className={blocks['warn']}>{t('code.once', { until })}</p>
      <section aria-label={t('code.steps')}>
        <p className={blocks['message']}>{message}</p>
      </section>
      <div className={blocks['buttons']}>
        <CopyButton text={message} label={t('code.copy')} />
      </div>
    </div>
  )
}
