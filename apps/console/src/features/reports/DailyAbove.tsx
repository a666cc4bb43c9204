import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { ListState } from '../../lib/list/list-spec.ts'
import {
  formatBps,
  formatCount,
  formatDateInWords,
  formatMoney,
  formatMonth,
} from '../../lib/words/formats.ts'
import { Chart } from '../../ui/figures/Chart.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { StatCard, type StatCardProps } from '../../ui/figures/StatCard.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { counted, share, type DailyTotals } from './report-cells.tsx'
import { AsOfLine } from './AsOfLine.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import classes from './Reports.module.css'

/** What a period came to against the one before, and how it went from day to day. */
export function DailyAbove({ totals, filter, filterBy, words }: ListState<'reports.daily'>) {
  // What `totals` of this list answers.
  const known = totals as DailyTotals | undefined
  return (
    <>
      <PeriodLine period={known} before={known?.before} hasCosts />
      <AsOfLine filter={filter} filterBy={filterBy} words={words} />
      {known ? (
        <>
          <Sums totals={known} words={words} />
          <Course totals={known} words={words} />
        </>
      ) : (
        <Places />
      )}
    </>
  )
}

/** As high as what comes, so that nothing below it moves. */
function Places() {
  const places = (count: number, height: number) =>
    Array.from({ length: count }, (_, at) => <Skeleton key={at} height={height} />)
  return (
    <>
      <div className={classes['cards']}>{places(4, 142)}</div>
      <div className={classes['charts']}>{places(2, 218)}</div>
    </>
  )
}

interface PartProps {
  totals: DailyTotals
  words: Words
}

function Sums({ totals, words: { t } }: PartProps) {
  const { change, members, bets, marginBps, before } = totals
  const isTurned = totals.companyMinor < 0 !== before.companyMinor < 0
  // A share of a loss says nothing once there is a win.
  const turned: StatCardProps['delta'] = {
    direction: totals.companyMinor < before.companyMinor ? 'down' : 'up',
    text: t('wasBefore', { amount: formatMoney(before.companyMinor) }),
    tone: totals.companyMinor < before.companyMinor ? 'red' : 'green',
  }
  /** Against the period before; `isGood`: more is better for the company. */
  const delta = (bps: number | null, isGood = false): StatCardProps['delta'] => {
    if (bps === null) return undefined
    const direction = bps > 0 ? 'up' : bps < 0 ? 'down' : 'same'
    const tone = !isGood || bps === 0 ? undefined : bps > 0 ? 'green' : 'red'
    return { direction, text: t('against', { change: `${bps > 0 ? '+' : ''}${formatBps(bps)}` }), tone }
  }
  return (
    <div className={classes['cards']}>
      <StatCard
        label={t('field.company')}
        value={<Money minor={totals.companyMinor} colour signed />}
        note={t('sum.margin', { margin: share(marginBps) })}
        delta={isTurned ? turned : delta(change.companyMinor, true)}
      />
      <StatCard
        label={t('field.stake')}
        value={<Money minor={totals.stakeMinor} />}
        note={t('sum.bets', { shown: formatCount(bets), members: counted(members) })}
        delta={delta(change.stakeMinor, true)}
      />
      {totals.netMinor !== null && (
        <>
          <StatCard
            label={t('field.deposit')}
            value={<Money minor={totals.depositMinor} />}
            note={t('sum.count', { shown: counted(totals.depositCount) })}
            delta={delta(change.depositMinor, true)}
          />
          <StatCard
            label={t('field.withdrawal')}
            value={<Money minor={totals.withdrawalMinor} />}
            note={t('sum.count', { shown: counted(totals.withdrawalCount) })}
            delta={delta(change.withdrawalMinor)}
          />
        </>
      )}
    </div>
  )
}

const axis = (minor: number): string => formatCount(Math.round(minor / 100))

/** The company's win and the turnover, day by day or month by month. */
function Course({ totals: { points, span }, words: { t, reading } }: PartProps) {
  const charted = useMemo(
    () =>
      points.map(({ startsOn, stakeMinor, companyMinor }) => ({
        name: span === 'month' ? formatMonth(startsOn, reading) : formatDateInWords(startsOn, reading),
        values: { stake: stakeMinor, company: companyMinor },
      })),
    [points, span, reading],
  )
  if (points.length < 2) return null
  const chart = (key: 'company' | 'stake') => (
    <Chart
      title={t(`chart.${key}`)}
      kind="bar"
      points={charted}
      series={[{ key, label: t(`field.${key}`), tone: key === 'company' ? 'green' : 'blue' }]}
      nameLabel={t(span === 'month' ? 'chart.month' : 'chart.day')}
      format={formatMoney}
      formatAxis={axis}
      height={150}
    />
  )
  return (
    <div className={classes['charts']}>
      {chart('company')}
      {chart('stake')}
    </div>
  )
}
