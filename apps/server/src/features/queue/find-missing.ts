import type { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand, visibleTo } from '../../platform/people/visibility.ts'
import { isUnreadMessage } from '../../platform/waiting.ts'
import { findLine } from '../bank-lines/intake/intake-queries.ts'
import { linesWhere, openStates, type LineRow } from '../bank-lines/line-queries.ts'
import { linkable } from '../matching/credit-line.ts'
import { scoresOf, shownSignals } from '../matching/suggestions.ts'

type Queue = typeof preTransactionQueue

/** An account is silent when nothing was heard of its phones for so long. */
const silentMinutes = 15

/** Money of the same baht, whatever its satang: members mistype them, unique satang change them. */
const anySatang = (amountMinor: number) => {
  const floor = Math.max(1, amountMinor - (amountMinor % 100))
  return { floor, ceiling: floor - (floor % 100) + 99 }
}

/** The names of active accounts whose phones have all fallen silent. */
export async function silentAccounts(db: Reader): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select a.id, a.label from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
     where a.state = 'active'
       and (f.last_message_at is null or f.last_message_at < now() - make_interval(mins => ${silentMinutes}))
       and exists (select from device_senders s where s.bank_account_id = a.id)
       and not exists (select from device_senders s join devices d on d.id = s.device_id
            where s.bank_account_id = a.id and d.state = 'online'
              and d.last_seen_at > now() - make_interval(mins => ${silentMinutes}))
     order by a.label`.execute(db)
  return rows
}

/**
 * Why a member's money did not arrive: within a day of the moment, any satang. It finds, it never credits.
 */
export async function findMissing({ db, input, actor, services, settings }: Context<Queue['findMissing']>) {
  const member =
    await sql`select from members m where m.id = ${input.memberId} and ${visibleTo(actor)}`.execute(db)
  if (member.rows.length === 0) throw new ApiError('memberNotFound')
  const at = input.at ?? new Date(services.now()).toISOString()
  const { floor, ceiling } = anySatang(input.amountMinor)
  const day = (column: string) =>
    sql`${sql.ref(column)} between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz
      + interval '1 day'`
  // Ids are made when a thing comes or later: by them the indexes leave out all that is older.
  const young = (column: string) => sql`${sql.ref(column)} > (select uuidv7(${at}::timestamptz - now()
    - interval '25 hours'))`
  const onAccount = input.accountId === undefined ? sql`true` : sql`l.bank_account_id = ${input.accountId}`
  const deposits = await sql<{
    id: string
    reference: string
    state: string
    amountMinor: number
    at: string
  }>`
    select d.id, d.reference, d.state, coalesce(d.amount_minor, d.amount_requested_minor,
      0)::bigint as "amountMinor",
           coalesce(d.credited_at, d.created_at) as at from deposits d
     where d.member_id = ${input.memberId} and coalesce(d.amount_minor,
       d.amount_requested_minor) between ${floor} and ${ceiling}
       and ${day('d.created_at')} order by d.id desc limit 20`.execute(db)
  const lines = seesBrand(actor)
    ? await nearLines(
        db,
        sql`l.direction = 'in' and l.amount_minor between ${floor} and ${ceiling} and ${onAccount}
          and l.state <> 'duplicate' and ${day('l.received_at')} and ${young('l.id')}`,
      )
    : []
  const unread = await sql<{ count: number }>`
    select count(*)::int as count from bank_messages b where ${isUnreadMessage('b')}
       and ${young('b.id')} and ${day('b.received_at')} and ${seesBrand(actor)}`.execute(db)
  const silent = seesBrand(actor) ? await silentAccounts(db) : []
  const unreadMessages = unread.rows[0]?.count ?? 0
  const scored = await Promise.all(lines.map((line) => withScore(db, line, input.memberId)))
  const found = {
    isCredited: deposits.rows.some((deposit) => deposit.state === 'credited'),
    lines: scored,
    memberId: input.memberId,
    namedFrom: settings.matchSuggestScore,
    unreadMessages,
    isSilent: silent.length > 0,
  }
  return {
    verdict: verdictOf(found),
    lines: scored.toSorted(freeFirst),
    deposits: deposits.rows,
    unreadMessages,
    silentAccounts: silent.map((account) => account.label),
  }
}

const isFree = (line: Pick<LineRow, 'state'>): boolean => linkable.includes(line.state)

/** Lines that can still be linked before all others, each kind with the best fit first. Pure. */
export const freeFirst = (
  a: Pick<LineRow, 'state'> & { readonly matchScore: number },
  b: Pick<LineRow, 'state'> & { readonly matchScore: number },
): number => Number(isFree(b)) - Number(isFree(a)) || b.matchScore - a.matchScore

/** At most 20 lines that can still be linked, then newer of the others: what is gone crowds nothing out. */
async function nearLines(db: Reader, where: RawBuilder<unknown>): Promise<LineRow[]> {
  const free = sql`l.state = any(${[...linkable]}::text[])`
  const open = await linesWhere(db, sql`${where} and ${free}`, 20)
  const rest = await linesWhere(db, sql`${where} and not ${free}`, Math.max(5, 20 - open.length))
  return [...open, ...rest]
}

async function withScore(db: Reader, line: LineRow, memberId: string) {
  const stored = await findLine(db, line.id)
  const scores = stored ? await scoresOf(db, stored, [memberId]) : []
  const score = scores.find((one) => one.memberId === memberId)
  return { ...line, matchScore: score?.score ?? 0, signals: shownSignals(score?.signals ?? []) }
}

/**
 * The first answer that helps: what can be done at once stands before what must be waited for. An amount
 * alone names nobody: a line is this member's money only from the score at which it would be suggested. Pure.
 */
function verdictOf(found: {
  isCredited: boolean
  lines: readonly (LineRow & { matchScore: number })[]
  memberId: string
  namedFrom: number
  unreadMessages: number
  isSilent: boolean
}):
  | 'alreadyCredited'
  | 'openLineFound'
  | 'creditedToOther'
  | 'quarantined'
  | 'similarLine'
  | 'unreadMessage'
  | 'feedSilent'
  | 'nothingFound' {
  const isOpen = (line: LineRow) => openStates.includes(line.state) && line.state !== 'quarantined'
  const named = found.lines.filter((line) => line.matchScore >= found.namedFrom)
  if (named.some(isOpen)) return 'openLineFound'
  if (found.isCredited) return 'alreadyCredited'
  if (named.some((line) => line.state === 'quarantined')) return 'quarantined'
  if (named.some((line) => line.member !== null && line.member.id !== found.memberId))
    return 'creditedToOther'
  if (found.lines.some(isOpen)) return 'similarLine'
  if (found.unreadMessages > 0) return 'unreadMessage'
  return found.isSilent ? 'feedSilent' : 'nothingFound'
}
