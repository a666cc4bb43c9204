import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMoney } from '../../lib/words/formats.ts'
import { Chart } from '../../ui/figures/Chart.tsx'
import type { DayAnswer } from './use-dashboard.ts'

const axis = (minor: number): string => formatCount(Math.round(minor / 100))

/** Deposits against withdrawals, hour by hour. */
export function HoursChart({ hours }: { hours: DayAnswer['hours'] }) {
  const { t } = useTranslation('dashboard')
  const points = useMemo(
    () =>
      hours.map(({ hour, depositMinor, withdrawalMinor }) => ({
        name: `${String(hour).padStart(2, '0')}:00`,
        values: { deposit: depositMinor, withdrawal: withdrawalMinor },
      })),
    [hours],
  )
  return (
    <Chart
      title={t('hours.title')}
      kind="bar"
      points={points}
      series={[
        { key: 'deposit', label: t('hours.deposit'), tone: 'green' },
        { key: 'withdrawal', label: t('hours.withdrawal'), tone: 'amber' },
      ]}
      nameLabel={t('hours.hour')}
      format={formatMoney}
      formatAxis={axis}
    />
  )
}
