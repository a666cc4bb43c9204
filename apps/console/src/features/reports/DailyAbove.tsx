import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { ListState } from '../../lib/list/list-spec.ts'
import { changeOf, toneOf } from '../../lib/words/change.ts'
import { formatCount, formatDateInWords, formatMoney, formatMonth } from '../../lib/words/formats.ts'
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
  const { members, bets, marginBps, before } = totals
  /** Against the period before; `isMoreGood`: more is better for the company. */
  const delta = (
    name: 'companyMinor' | 'stakeMinor' | 'depositMinor' | 'withdrawalMinor',
    isMoreGood: boolean | null,
  ): StatCardProps['delta'] => {
    const [now, then] = [totals[name], before[name]]
    if (now === null || then === null) return undefined
    const change = changeOf(now, then, 'money')
    const tone = toneOf(change, isMoreGood)
    return { direction: change.direction, text: t('against', { change: change.text }), tone }
  }
  return (
    <div className={classes['cards']}>
      <StatCard
        label={t('field.company')}
        value={<Money minor={totals.companyMinor} colour signed />}
        note={t('sum.margin', { margin: share(marginBps) })}
        delta={delta('companyMinor', true)}
      />
      <StatCard
        label={t('field.stake')}
        value={<Money minor={totals.stakeMinor} />}
        note={t('sum.bets', { shown: formatCount(bets), members: counted(members) })}
        delta={delta('stakeMinor', true)}
      />
      {totals.netMinor !== null && (
        <>
          <StatCard
            label={t('field.deposit')}
            value={<Money minor={totals.depositMinor} />}
            note={t('sum.count', { shown: counted(totals.depositCount) })}
            delta={delta('depositMinor', true)}
          />
          <StatCard
            label={t('field.withdrawal')}
            value={<Money minor={totals.withdrawalMinor} />}
            note={t('sum.count', { shown: counted(totals.withdrawalCount) })}
            delta={delta('withdrawalMinor', null)}
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
