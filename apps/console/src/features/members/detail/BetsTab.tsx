import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { betTones } from '../../../lib/record/bet-tones.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { tablePart } from '../../../lib/record/table-part.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Played = OutputOf<CallOf<'betReports.ofMember'>>
type Game = Played['games'][number] & { readonly href: string }
interface OfMember {
  memberId: string
}

const Sums = factsPart<Played>({
  area: 'members',
  names: 'bets.sums',
  facts: (fact) => [
    fact.count('openBets'),
    fact.money('openStake', 'openStakeMinor'),
    fact.count('bets'),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
  ],
})

const Games = tablePart<Game>({
  area: 'bet-reports',
  title: 'groups.games',
  rowKey: ({ id }) => id,
  stacks: true,
  columns: (fact) => [
    fact.cell('game', ({ game, provider, href }, { reading: { language } }) => (
      <>
        <AppLink className={blocks['link']} href={href}>
          {game?.name[language]}
        </AppLink>
        <div className={blocks['quiet']}>{provider?.name[language]}</div>
      </>
    )),
    fact.count('bets'),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
  ],
})

/** A member's bets: what runs, what 30 days came to, game by game, and each of them. */
export function BetsTab({ memberId }: OfMember) {
  const { t } = useTranslation('members')
  const query = useQueryCall('betReports.ofMember', { id: memberId }, { isTracked: false, live: 'bet' })
  const whole = hrefOf({ to: '/bet-report', search: { memberId } })
  const open = hrefOf({ to: '/bet-report', search: { memberId, state: ['running'] } })
  return (
    <div className={blocks['stack']}>
      <Asked query={query} height={240} isInline>
        {(played) => (
          <>
            <Card title={t('bets.sum')}>
              <p className={blocks['note']}>
                {t('bets.period')} <DateOn on={played.from} /> – <DateOn on={played.to} />
              </p>
              <Sums of={played} />
              <div className={blocks['buttons']}>
                {played.openBets > 0 && <AppLink href={open}>{t('bets.open')}</AppLink>}
                <AppLink href={whole}>{t('bets.whole')}</AppLink>
              </div>
            </Card>
            {played.games.length > 0 && <Games rows={gamesOf(memberId, played)} />}
            {played.isCut && <p className={blocks['note']}>{t('bets.cut')}</p>}
          </>
        )}
      </Asked>
      <Bets memberId={memberId} />
    </div>
  )
}

const gamesOf = (memberId: string, { games, from, to }: Played): Game[] =>
  games.map((game) => ({
    ...game,
    href: hrefOf({
      to: '/bet-report',
      search: { memberId, gameId: game.id, settledFrom: from, settledTo: to },
    }),
  }))

/** Each bet, newest first; a row opens it in the report of bets. */
const Bets = listPart({
  call: 'betReports.list',
  area: 'bet-reports',
  texts: 'members:bets',
  paging: 'keyset',
  listId: 'memberBets',
  isLocal: true,
  name: (row) => row.ref,
  fixed: ({ memberId }: OfMember) => ({ memberId }),
  query: { live: 'bet', refetchEveryMs: 15_000 },
  totals: {
    call: 'betReports.totals',
    sums: {
      stake: { row: 'stakeMinor', all: 'stakeMinor' },
      payout: { row: 'payoutMinor', all: 'payoutMinor' },
      winLoss: { row: 'winLossMinor', all: 'winLossMinor', isSigned: true },
    },
  },
  opens: {
    href: (row) => hrefOf({ to: '/bet-report', search: { memberId: row.member.id, open: row.id } }),
  },
  card: ['placedAt', 'stake', 'winLoss'],
  columns: (column) => [
    column.exact('placedAt', 170),
    column.cell('game', 160, (row, { reading }) => row.game.name[reading.language], { card: 'title' }),
    column.cell('provider', 130, (row, { reading }) => row.provider.name[reading.language]),
    column.cell(
      'state',
      104,
      (row, { t }) => <Status tone={betTones[row.state]} label={t(`states.${row.state}`)} />,
      { card: 'aside' },
    ),
    column.money('stake', 'stakeMinor', 118),
    column.money('payout', 'payoutMinor', 118),
    column.money('winLoss', 'winLossMinor', 118, { show: { colour: true, signed: true } }),
  ],
})
