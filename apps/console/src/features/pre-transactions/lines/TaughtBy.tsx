import { useTranslation } from 'react-i18next'
import { taughtLinesMin } from '@khlang/contract/values/taught-values.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import type { LineWhole } from './line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** Which taught format read a line, and how far that has learnt; the way to it. */
export function TaughtBy({ format }: { format: LineWhole['taughtFormat'] }) {
  const { t } = useTranslation('pre-transactions-lines')
  if (format === undefined) return null
  const { id, name, number, confirmedCount: confirmed } = format
  return (
    <p className={blocks.quiet}>
      {t('taughtBy')}{' '}
      <ScreenLink
        to="/pre-transaction/matching"
        search={{ tab: 'formats', line: id }}
        className={blocks.wordLink}
      >
        {`${name} (${number})`}
      </ScreenLink>
      {' · '}
      {confirmed >= taughtLinesMin
        ? t('formatLearnt')
        : t('formatLearns', { confirmed, needed: taughtLinesMin })}
    </p>
  )
}
