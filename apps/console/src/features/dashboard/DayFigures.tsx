import { useTranslation } from 'react-i18next'
import { formatAge, formatBps, formatCount } from '../../lib/words/formats.ts'
import { Money } from '../../ui/figures/Money.tsx'
import { StatCard } from '../../ui/figures/StatCard.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { FigureLinks } from './figure-links.ts'
import type { DayAnswer } from './use-dashboard.ts'
import { useDelta } from './use-delta.ts'
import classes from './Dashboard.module.css'

interface DayFiguresProps {
  day: DayAnswer
  links: FigureLinks
  /** Today is not over: the comparison is with a whole day, so it says so and judges nothing. */
  isRunning: boolean
}

/**
 * The counters of a day against the day before. A figure leads to its rows only where a list adds up to
 * it.
 */
export function DayFigures(props: DayFiguresProps) {
  return (
    <div className={classes['cards']}>
      <Compared {...props} />
      <Counted day={props.day} />
    </div>
  )
}

/** How many of something: `12 items`. */
function useCount() {
  const { t } = useTranslation('dashboard')
  return ({ count }: { count: number }) => t('day.count', { count, shown: formatCount(count) })
}

/** What the day before had too. */
function Compared({ day, links, isRunning }: DayFiguresProps) {
  const { t } = useTranslation('dashboard')
  const { before, businessOn: on } = day
  const count = useCount()
  const delta = useDelta(isRunning)
  return (
    <>
      <StatCard
        label={t('day.deposits')}
        value={<Money minor={day.deposits.amountMinor} />}
        note={count(day.deposits)}
        href={links.deposits(on)}
        delta={delta(day.deposits.amountMinor, before.deposits.amountMinor, true)}
      />
      <StatCard
        label={t('day.withdrawals')}
        value={<Money minor={day.withdrawals.amountMinor} />}
        note={count(day.withdrawals)}
        href={links.withdrawals(on)}
        delta={delta(day.withdrawals.amountMinor, before.withdrawals.amountMinor, null)}
      />
      <StatCard
        label={t('day.net')}
        value={<Money minor={day.netMinor} colour />}
        note={t('day.netNote')}
        href={links.net(on)}
        delta={delta(day.netMinor, before.netMinor, true)}
      />
      <StatCard
        label={t('day.registered')}
        value={formatCount(day.registered)}
        note={t('day.registeredNote')}
        href={links.registered(on)}
        delta={delta(day.registered, before.registered, true, 'count')}
      />
    </>
  )
}

/** What stands for itself: first deposits, who credited what, and how well it went by itself. */
function Counted({ day }: Pick<DayFiguresProps, 'day'>) {
  const { t } = useTranslation('dashboard')
  const reading = useReading()
  const count = useCount()
  const age = (seconds: number) => formatAge(seconds * 1000, reading)
  return (
    <>
      <StatCard
        label={t('day.first')}
        value={<Money minor={day.firstDeposits.amountMinor} />}
        note={count(day.firstDeposits)}
      />
      <StatCard
        label={t('day.auto')}
        value={<Money minor={day.autoCredited.amountMinor} />}
        note={count(day.autoCredited)}
      />
      <StatCard
        label={t('day.manual')}
        value={<Money minor={day.manualCredited.amountMinor} />}
        note={count(day.manualCredited)}
      />
      {day.autoMatchBps !== null && (
        <StatCard label={t('day.match')} value={formatBps(day.autoMatchBps)} note={t('day.matchNote')} />
      )}
      {day.medianCreditSeconds !== null && (
        <StatCard label={t('day.creditTime')} value={age(day.medianCreditSeconds)} note={t('day.median')} />
      )}
      {day.medianWithdrawalSeconds !== null && (
        <StatCard
          label={t('day.withdrawalTime')}
          value={age(day.medianWithdrawalSeconds)}
          note={t('day.median')}
        />
      )}
    </>
  )
}
