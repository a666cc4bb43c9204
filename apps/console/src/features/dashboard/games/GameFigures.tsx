import { useWords } from '../../../lib/list/use-words.ts'
import { formatBps, formatCount, formatMoney } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { StatCard } from '../../../ui/figures/StatCard.tsx'
import { useDelta } from '../use-delta.ts'
import { usePlayLinks, type PlayDay } from './play-day.ts'
import classes from '../Dashboard.module.css'

interface GameFiguresProps {
  day: PlayDay
  isRunning: boolean
}

const share = (bps: number | null): string => (bps === null ? '–' : formatBps(bps))

/** The sums of a day of play against the day before; each leads to the report whose rows add up to it. */
export function GameFigures({ day, isRunning }: GameFiguresProps) {
  const { t } = useWords('reports')
  const delta = useDelta(isRunning)
  const links = usePlayLinks(day.businessOn)
  const { before, members } = day
  return (
    <div className={classes['six']}>
      <StatCard
        label={t('field.company')}
        value={<Money minor={day.companyMinor} colour signed />}
        note={t('day.companyNote')}
        href={links.report({ by: 'game' })}
        delta={delta(day.companyMinor, before.companyMinor, true)}
      />
      {day.ngrMinor !== null && (
        <StatCard
          label={t('field.ngr')}
          value={<Money minor={day.ngrMinor} colour signed />}
          note={t('day.ngrNote', {
            fee: formatMoney(day.feeMinor ?? 0),
            bonus: formatMoney(day.bonusMinor ?? 0),
          })}
          href={links.report()}
          delta={before.ngrMinor === null ? undefined : delta(day.ngrMinor, before.ngrMinor, true)}
        />
      )}
      <StatCard
        label={t('field.stake')}
        value={<Money minor={day.stakeMinor} />}
        note={t('day.validNote', { share: share(day.stakeMinor === 0 ? null : validShare(day)) })}
        href={links.report()}
        delta={delta(day.stakeMinor, before.stakeMinor, true)}
      />
      <StatCard
        label={t('field.margin')}
        value={share(day.marginBps)}
        note={t('day.marginBefore', { margin: share(before.marginBps) })}
        href={links.report({ by: 'provider' })}
      />
      <StatCard
        label={t('day.members')}
        value={members === null ? '–' : formatCount(members)}
        note={t('day.membersNote')}
        href={links.members()}
        delta={
          members === null || before.members === null
            ? undefined
            : delta(members, before.members, true, 'count')
        }
      />
      <StatCard
        label={t('field.bets')}
        value={formatCount(day.bets)}
        note={t('day.betsNote')}
        href={links.bets({})}
        delta={delta(day.bets, before.bets, true, 'count')}
      />
    </div>
  )
}

/** What of the stakes counts as played, in hundredths of a percent. */
const validShare = ({ validMinor, stakeMinor }: PlayDay): number =>
  Math.round((validMinor / stakeMinor) * 10_000)
