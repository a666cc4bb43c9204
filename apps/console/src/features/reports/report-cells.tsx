import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { hrefOf, type SearchValues } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { formatBps, formatCount } from '../../lib/words/formats.ts'
import { Status } from '../../ui/figures/Status.tsx'
import { DateOn } from '../../ui/figures/Time.tsx'
import blocks from '../../ui/Blocks.module.css'

export type PartRow = OutputOf<CallOf<'reports.daily'>>['records'][number]
export type DailyTotals = OutputOf<CallOf<'reports.dailyTotals'>>
type Name = NonNullable<PartRow['game']>['name']

/** A name in the language of the reader. */
export const named = (name: Name, { reading }: Words): string => name[reading.language]

/** What a row is called, in plain text. */
export function partName({ id, game, provider, type }: PartRow, words: Words): string {
  if (game) return named(game.name, words)
  if (provider) return named(provider.name, words)
  return type ? words.t(`types.${type}`) : id
}

/** The day, or the name of what the row is about, with the provider of a game. */
export function partCell(row: PartRow, words: Words) {
  if (!row.game && !row.provider && !row.type) return <DateOn on={row.from} />
  return (
    <>
      {partName(row, words)}
      {row.game && row.provider && (
        <span className={blocks['muted']}> · {named(row.provider.name, words)}</span>
      )}
    </>
  )
}

/** Whether the figures of a day are final. */
export function closedCell({ isClosed }: Pick<PartRow, 'isClosed'>, { t }: Words) {
  if (isClosed === null) return '–'
  return (
    <Status
      tone={isClosed ? 'green' : 'grey'}
      label={t(isClosed ? 'closed.yes' : 'closed.no')}
      title={t(isClosed ? 'closed.yesHint' : 'closed.noHint')}
    />
  )
}

export const share = (bps: number | null): string => (bps === null ? '–' : formatBps(bps))
export const counted = (count: number | null): string => (count === null ? '–' : formatCount(count))

/** The longest time that can be told apart from longer ones. */
const tellableMs = 10_000

/** A bound of a time, as far as it can be told: `300 ms`, `1.5 s`, `> 10 s`. */
export function bound(ms: number | null, { t }: Words): string {
  if (ms === null) return '–'
  if (ms > tellableMs) return `> ${t('board.seconds', { s: tellableMs / 1000 })}`
  return ms < 1000 ? t('board.milliseconds', { ms }) : t('board.seconds', { s: ms / 1000 })
}

type Filter = Partial<InputOf<CallOf<'reports.daily'>>>

/** The members who are behind a row, of those that the report is of. */
export function membersHref({ from, to, game, provider, type }: PartRow, filter: Filter): string {
  const { type: types, providerId, gameId, sellerId, level, asOf } = filter
  const games = game
    ? { gameId: game.id, providerId: provider?.id }
    : { type: type ?? types, providerId: provider?.id ?? providerId, gameId }
  const search = { from, to, asOf, ...games, sellerId, level }
  return hrefOf({ to: '/report/total-user', search: search as SearchValues })
}

export const end = { align: 'end' } as const
/** A figure whose sign says whose win it is. */
export const won = { show: { colour: true, signed: true } } as const

/** What play comes to, summed under both reports. */
export const playSums = {
  stake: { row: 'stakeMinor' },
  valid: { row: 'validMinor' },
  counted: { row: 'countedMinor' },
  payout: { row: 'payoutMinor' },
  winLoss: { row: 'winLossMinor', isSigned: true },
  company: { row: 'companyMinor', isSigned: true },
} as const

/** What of the win goes to others, and what stays. */
export const costSums = {
  fee: { row: 'feeMinor' },
  ngr: { row: 'ngrMinor', isSigned: true },
} as const
