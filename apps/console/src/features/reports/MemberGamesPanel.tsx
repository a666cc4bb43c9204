import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useScreenSearch } from '../../lib/address/search.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { named, share } from './report-cells.tsx'
import { reportSearch } from './report-filters.ts'
import blocks from '../../ui/Blocks.module.css'

type Answer = OutputOf<CallOf<'reports.memberGames'>>
type Game = Answer['games'][number] & { readonly href: string }

const Games = tablePart<Game>({
  area: 'reports',
  title: 'games.title',
  rowKey: ({ game }) => game.id,
  stacks: true,
  columns: (fact) => [
    fact.cell('game', (row, words) => (
      <>
        {words.allows({ betReport: ['isRead'] }) ? (
          <AppLink className={blocks['link']} href={row.href}>
            {named(row.game.name, words)}
          </AppLink>
        ) : (
          named(row.game.name, words)
        )}
        <div className={blocks['quiet']}>
          {named(row.provider.name, words)} · {words.t(`types.${row.type}`)}
        </div>
      </>
    )),
    fact.count('bets'),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
    fact.cell('rtp', (row) => share(row.rtpBps), { align: 'end' }),
  ],
})

/** The bets of a member in one game of a period. */
const betsHref = (memberId: string, { from, to }: Answer, gameId: string): string =>
  hrefOf({ to: '/bet-report', search: { memberId, gameId, settledFrom: from, settledTo: to } })

/** What a member played in the period of the list, game by game; each leads to its bets. */
export const MemberGamesPanel = rowPanel<Answer, undefined, PanelProps<unknown>>({
  area: 'reports',
  heading: 'games.heading',
  useRow: function useGames({ id }) {
    const [filter] = useScreenSearch(reportSearch)
    return useQueryCall('reports.memberGames', { memberId: id, ...filter }, { isTracked: false })
  },
  title: ({ username }) => username ?? '–',
  body: (answer, { t, panel: { id } }) => (
    <>
      <PeriodLine period={answer} />
      {answer.games.length === 0 ? (
        <p className={blocks['note']}>{t('games.none')}</p>
      ) : (
        <Games rows={answer.games.map((each) => ({ ...each, href: betsHref(id, answer, each.game.id) }))} />
      )}
      {answer.isCut && <p className={blocks['note']}>{t('games.cut')}</p>}
    </>
  ),
})
