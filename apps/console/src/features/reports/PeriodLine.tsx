import { useTranslation } from 'react-i18next'
import { formatDateInWords } from '../../lib/words/formats.ts'
import { useReading } from '../../ui/use-reading.ts'
import blocks from '../../ui/Blocks.module.css'

interface Period {
  readonly from: string
  readonly to: string
}
interface PeriodLineProps {
  /** Undefined until it is known: its line is kept for it. */
  period: Period | undefined
  before?: Period | undefined
  /** Nobody’s win is told of. */
  isPlain?: boolean
  /** Whether what stays of the win is among the figures. */
  hasCosts?: boolean
}

/** Which days the figures are of, and whose win a plus is. */
export function PeriodLine({ period, before, isPlain = false, hasCosts = false }: PeriodLineProps) {
  const { t } = useTranslation('reports')
  const reading = useReading()
  const written = ({ from, to }: Period) =>
    from === to
      ? formatDateInWords(from, reading)
      : `${formatDateInWords(from, reading)} – ${formatDateInWords(to, reading)}`
  return (
    <div className={blocks['note']}>
      <strong>{period ? written(period) : ' '}</strong>
      {before && ` · ${t('before', { period: written(before) })}`}
      {!isPlain && (
        <>
          <br />
          {t('signRule')}
          {hasCosts && ` ${t('costRule')}`}
        </>
      )}
    </div>
  )
}
