import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { keysetOf, type Keyset, type SortColumn } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { idAndNames } from '../../../platform/db/named.ts'
import { findsTooMany } from '../../../platform/people/member-search.ts'
import { visibleTo } from '../../../platform/people/visibility.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { moneySumsOf, movedByMember } from '../money-sums.ts'
import { costsOf, feesBy, feesByDay } from '../fees.ts'
import { isReadable } from '../member-counts.ts'
import { oneSpan } from '../period.ts'
import {
  gamePlay,
  gamesAlone,
  isOfGames,
  memberPlay,
  nothingPlayed,
  playedColumns,
  playSumsOf,
  rtpOf,
  type Asked,
  type Played,
} from '../play-sums.ts'
import { detailsOf } from './user-details.ts'
import {
  areSortable,
  byGameSums,
  bySums,
  countMax,
  countMembers,
  isAllRead,
  someMembers,
  sumsOfMembers,
  type UsersAsked,
} from './user-members.ts'
import { nextMembers, nextOfAll } from './next-members.ts'

type Input = HandlerInput<typeof reports.users>
type Row = HandlerOutput<typeof reports.users>['records'][number]
interface PlayedMember extends Played {
  readonly member_id: string
  readonly username: string
  readonly keysetKey: string[]
}

const columns = { winLoss: sql.ref('p.win_minor'), stake: sql.ref('p.stake_minor') }

function sortOf({ sort, isAscending }: Input): SortColumn[] {
  const id: SortColumn = { by: sql.ref('p.member_id'), type: 'uuid', isAscending }
  return sort === 'member' ? [id] : [{ by: columns[sort], type: 'bigint', isAscending }, id]
}

/**
 * How members are put in the order of their sums: by those of one day or month, which stand in it, or of some
 * games, where they are few enough; null where members alone have an order.
 */
async function sortedBy(db: Reader, asked: UsersAsked) {
  const { spans, filter } = asked
  if (filter.who === 'all') return null
  if (isOfGames(filter))
    return (await areSortable(db, asked)) ? (keyset: Keyset) => byGameSums(asked, keyset) : null
  const one = oneSpan(spans)
  return one && ((keyset: Keyset) => bySums(asked, one, keyset))
}
type SortedBy = Awaited<ReturnType<typeof sortedBy>>

// Looked up one by one: joined, the planner would read every member for it.
const nameColumn = sql`(select m.username from members m where m.id = p.member_id) as username`

/** The sums of a page with 0 for whoever did not play. */
const withoutPlay = (ids: RawBuilder<unknown>, sums: RawBuilder<unknown>) => sql`
  select x.id as member_id, coalesce(s.bets, 0) as bets, coalesce(s."stakeMinor", 0) as "stakeMinor",
         coalesce(s."validMinor", 0) as "validMinor", coalesce(s."countedMinor", 0) as "countedMinor",
         coalesce(s."payoutMinor", 0) as "payoutMinor"
    from unnest(${ids}) x (id) left join (${sums}) s on s.member_id = x.id`

async function pageQuery(db: Reader, asked: UsersAsked, sorted: SortedBy, keyset: Keyset) {
  if (sorted) return sql`select p.*, ${nameColumn} from (${sorted(keyset)}) p order by ${keyset.orderBy}`
  const isOfAll = asked.filter.who === 'all'
  const next = isOfAll ? await nextOfAll(db, asked, keyset) : await nextMembers(db, asked, keyset)
  const ids = sql`${[...next]}::uuid[]`
  const sums = sumsOfMembers(asked, ids)
  return sql`select p.*, ${nameColumn}, ${keyset.key} as "keysetKey"
      from (${isOfAll ? withoutPlay(ids, sums) : sums}) p
     order by ${keyset.orderBy}`
}

/** One page of members who played. @throws sortPeriod, reportTooLarge, invalidCursor */
export async function usersPage(
  db: Reader,
  asked: UsersAsked,
  { input, secrets }: { readonly input: Input; readonly secrets: Secrets },
): Promise<HandlerOutput<typeof reports.users>> {
  const { actor, period } = asked
  const keyset = keysetOf({ list: 'reports.users', sort: sortOf(input), input, actor, secrets })
  const sorted = await sortedBy(db, asked)
  const isSorted = input.sort !== 'member'
  if (isSorted && !sorted) throw new ApiError('sortPeriod', { field: 'sort' })
  const query = await pageQuery(db, asked, isSorted ? sorted : null, keyset)
  const { rows } = await sql<PlayedMember>`${query}`.execute(db)
  const page = keyset.pageOf(rows)
  const ids = page.records.map(({ member_id: id }) => id)
  const [moved, details] = await Promise.all([
    asked.isAsOf ? null : movedByMember(db, period, ids),
    detailsOf(db, asked, ids),
  ])
  const none = { depositCount: 0, depositMinor: 0, withdrawalCount: 0, withdrawalMinor: 0 }
  const records = page.records.map(({ member_id: id, username, ...played }): Row => {
    const sums = playSumsOf(played)
    return {
      id,
      member: { id, username },
      ...sums,
      ...moneySumsOf(moved && (moved.get(id) ?? none)),
      ...details(id, sums.companyMinor),
    }
  })
  return { ...page, records, ...period, canSort: sorted !== null }
}

/** Their sums: of all members ready by game, of many row by row, of few from what each of them played. */
function totalsQuery(asked: UsersAsked) {
  const some = someMembers(asked)
  if (some === null) return sql<Partial<Played>>`select ${playedColumns} from ${gamePlay(asked)}`
  return sql<Partial<Played>>`select ${playedColumns}
    from (${sumsOfMembers(asked, sql`array(${some})`)}) p (member_id, bets, stake_minor, valid_minor,
      counted_minor, payout_minor)`
}

/** What providers are owed for what these members lost; null for whom it is not to know. */
async function feeOf(db: Reader, asked: UsersAsked): Promise<number | null> {
  const { actor, period, filter } = asked
  const some = someMembers(asked)
  const fees =
    some === null
      ? await feesByDay(db, asked)
      : await feesBy(db, actor, {
          period,
          from: sql`${memberPlay(actor, period, gamesAlone(filter))} and p.member_id = any(array(${some}))`,
          key: sql`'all'`,
        })
  return fees && [...fees.values()].reduce((sum, fee) => sum + fee, 0)
}

type UserTotals = HandlerOutput<typeof reports.userTotals>

const notSummed = {
  bets: null,
  stakeMinor: null,
  validMinor: null,
  countedMinor: null,
  payoutMinor: null,
  winLossMinor: null,
  companyMinor: null,
  marginBps: null,
  feeMinor: null,
  ngrMinor: null,
}

/** The sums of all members of a report; of many of them, and fees of some, only where little was played. */
async function summed(db: Reader, asked: UsersAsked): Promise<Pick<UserTotals, keyof typeof notSummed>> {
  const isLittle = await isReadable(db, asked)
  if (someMembers(asked) === null && !isLittle) return notSummed
  const [sums, feeMinor] = await Promise.all([
    totalsQuery(asked).execute(db),
    isLittle ? feeOf(db, asked) : null,
  ])
  const found = Object.fromEntries(
    Object.entries(sums.rows[0] ?? {}).filter(([, value]) => value !== null),
  ) as Partial<Played>
  const played = playSumsOf({ ...nothingPlayed, ...found })
  const bonusMinor = isOfGames(asked.filter) ? null : 0
  return { ...played, ...costsOf(played.companyMinor, { feeMinor, bonusMinor }) }
}

/** How many members played, counted to 10,000, and the sums of them all. */
export async function userTotals(db: Reader, asked: UsersAsked): Promise<UserTotals> {
  const { actor, filter } = asked
  const [sums, counted, isCut] = await Promise.all([
    summed(db, asked),
    countMembers(asked).execute(db),
    findsTooMany(db, actor, filter.search),
  ])
  const { members = 0, read = 0 } = counted.rows[0] ?? {}
  return {
    count: Math.min(members, countMax),
    isEstimate: isCut || members > countMax || !isAllRead(read),
    ...asked.period,
    ...sums,
  }
}

type Games = HandlerOutput<typeof reports.memberGames>
type PlayedGame = Played & Pick<Games['games'][number], 'game' | 'provider' | 'type'>
const gamesMax = 200

/** What a member in sight played, game by game. */
export async function gamesOfMember(
  db: Reader,
  { actor, period, filter }: Asked,
  memberId: string,
): Promise<Games> {
  const { rows: members } = await sql<{ username: string }>`
    select m.username from members m where m.id = ${memberId} and ${visibleTo(actor)}`.execute(db)
  const { rows } = await sql<PlayedGame>`
    select ${idAndNames('g')} as game,
           ${idAndNames('v')} as provider,
           g.type, p.*
      from (select p.game_id, ${playedColumns} from ${memberPlay(actor, period, filter)}
               and p.member_id = ${memberId} group by 1) p
      join games g on g.id = p.game_id join game_providers v on v.id = g.provider_id
     order by p."stakeMinor" desc, g.id limit ${sql.lit(gamesMax + 1)}`.execute(db)
  return {
    ...period,
    username: members[0]?.username ?? null,
    games: rows.slice(0, gamesMax).map(({ game, provider, type, ...played }) => ({
      game,
      provider,
      type,
      ...playSumsOf(played),
      rtpBps: rtpOf(played),
    })),
    isCut: rows.length > gamesMax,
  }
}
