import { Skeleton } from '@mantine/core'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { formatCount, formatDateOn, formatMoney } from '../../lib/words/formats.ts'
import { Chart } from '../../ui/figures/Chart.tsx'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { useReading } from '../../ui/use-reading.ts'
import blocks from '../../ui/Blocks.module.css'

type Pattern = OutputOf<CallOf<'ownTransfers.pattern'>>

/** For whoever decides a transfer: what is unusual about it, both balances, what usually goes this way. */
export default function TransferPattern({ id }: { id: string }) {
  const { t } = useTranslation('own-transfers')
  const isEnabled = useAllows()({ paymentAutoTransfer: ['isRead'] })
  const query = useQueryCall('ownTransfers.pattern', { id }, { isEnabled, isTracked: false, staleMs: 0 })
  if (!isEnabled) return null
  return (
    <section className={blocks['stack']} aria-label={t('pattern.title')}>
      <Failed query={query} isInline />
      {query.isPending && <Skeleton height={260} />}
      {query.data && <Whole pattern={query.data} />}
    </section>
  )
}

function Whole({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation('own-transfers')
  const { signs, template, from, to } = pattern
  return (
    <>
      {signs.length > 0 ? (
        <div className={blocks['warn']} role="status">
          {signs.map((sign) => (
            <p key={sign}>{t(`pattern.signs.${sign}`)}</p>
          ))}
        </div>
      ) : (
        <p className={blocks['note']}>{t('pattern.usual')}</p>
      )}
      {template !== null && <p className={blocks['quiet']}>{t('panel.template', { name: template })}</p>}
      {from.balanceMinor !== null && (
        <KeyValue
          facts={[
            { label: t('pattern.from'), value: <Money minor={from.balanceMinor} /> },
            { label: t('pattern.to'), value: <Money minor={to.balanceMinor} /> },
          ]}
        />
      )}
      <Habit pattern={pattern} />
    </>
  )
}

const axis = (minor: number): string => formatCount(Math.round(minor / 100))
const hourOf = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:00–${String(hour).padStart(2, '0')}:59`

/** Seven business days of these two accounts: as figures, and drawn. */
function Habit({ pattern: { days, typicalMinor, largestMinor, typicalHour } }: { pattern: Pattern }) {
  const { t } = useTranslation('own-transfers')
  const reading = useReading()
  const points = useMemo(
    () =>
      days.map(({ on, sumMinor }) => ({
        name: formatDateOn(on, reading).slice(0, 5),
        values: { sumMinor },
      })),
    [days, reading],
  )
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const sumMinor = days.reduce((sum, day) => sum + day.sumMinor, 0)
  if (count === 0) return <p className={blocks['note']}>{t('pattern.none')}</p>
  return (
    <>
      <KeyValue
        facts={[
          { label: t('pattern.title'), value: t('pattern.counted', { count, sum: formatMoney(sumMinor) }) },
          { label: t('pattern.typical'), value: <Money minor={typicalMinor} /> },
          { label: t('pattern.largest'), value: <Money minor={largestMinor} /> },
          { label: t('pattern.hour'), value: typicalHour === null ? null : hourOf(typicalHour) },
        ]}
      />
      <Chart
        title={t('pattern.chart')}
        kind="bar"
        points={points}
        series={[{ key: 'sumMinor', label: t('pattern.sum'), tone: 'blue' }]}
        nameLabel={t('pattern.day')}
        format={formatMoney}
        formatAxis={axis}
        height={150}
      />
    </>
  )
}
