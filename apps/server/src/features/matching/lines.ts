import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import type { Reader } from '../../platform/db/db.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { assertBrand, seesBalances } from '../../platform/people/visibility.ts'
import { findLine } from '../bank-lines/intake/intake-queries.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'
import { freeStates } from './free-line.ts'
import * as queries from '../bank-lines/line-queries.ts'
import { lineLink } from './approval-kinds.ts'
import { mayReveal } from '../../platform/people/member-search.ts'
import { askedOf } from './asked-lines.ts'
import { refundOf } from './refunds/queries.ts'
import { splitOf } from './splits/queries.ts'
import { bookingOf } from './bookings/queries.ts'
import { invoicePaymentOf, invoicesOfAmount } from './invoices/queries.ts'
import { settlementOf, suggestedOf } from './settlements/queries.ts'
import { payoutOf } from './unpay/unpay-line.ts'
import { doublesOf, mergeOf } from './merges/queries.ts'
import { waitingLink } from './links/link-approval.ts'
import { depositOfLine } from '../reversals/link-reversal.ts'
import { withoutBalances } from './message-text.ts'
import { scoresOf, searchMembers, suggestionsOf } from './suggestions.ts'
import type { Score } from '../bank-lines/scoring/scoring.ts'
import { waitingUnlink } from '../reversals/unlink.ts'

type Matching = Handlers<typeof preTransactionMatching>

/** The link of a line that waits for a second person. */
async function askedLink(db: Reader, lineId: string, actor: EmployeeActor) {
  const waiting = await waitingLink(db, lineId)
  if (!waiting) return null
  const { id, maker, reason } = waiting
  const { memberId, reasons } = lineLink.frozen(waiting).document
  const { rows } = await sql<{ id: string; username: string; name: string; state: string }>`
    select id, username, first_name || ' ' || last_name as name, state from members
     where id = ${uuidOf('member', memberId)}`.execute(db)
  const member = rows[0]
  if (!member) return null
  return { id, maker, isOwn: waiting.maker_id === actor.id, member, reason, reasons: [...reasons] }
}

/** The taught format that read a line, and how many of its lines people have linked. */
async function formatOfLine(db: Reader, formatId: string | null) {
  if (formatId === null) return undefined
  const { rows } = await sql<{ id: string; name: string; number: number; confirmedCount: number }>`
    select id, name, number, taught_confirmed(id) as "confirmedCount" from taught_formats
     where id = ${formatId}`.execute(db)
  return rows[0]
}

/** What became of a line besides being a member's, and what it may be. */
async function handlingOf(db: Reader, line: StoredLine, actor: EmployeeActor) {
  const isFree = freeStates.includes(line.state) && line.chain !== 'hint'
  const [asked, refund, split, paid, booking, settlement, settlementsSuggested, merge, doubles] =
    await Promise.all([
      askedOf(db, line.id, actor),
      refundOf(db, line.id, mayReveal(actor)),
      splitOf(db, line.id),
      line.state === 'settled' ? payoutOf(db, line.id) : undefined,
      bookingOf(db, line.id),
      settlementOf(db, line.id),
      isFree && line.direction === 'in' ? suggestedOf(db, line) : [],
      mergeOf(db, line.id),
      doublesOf(db, line.id),
    ])
  const [invoicePayment, invoicesSuggested] = await Promise.all([
    line.direction === 'out' ? invoicePaymentOf(db, line.id) : null,
    isFree && line.direction === 'out' ? invoicesOfAmount(db, line) : [],
  ])
  return {
    asked,
    refund,
    split,
    payout: paid ? { id: paid.id, reference: paid.reference } : null,
    booking,
    settlement,
    settlementsSuggested,
    invoicePayment,
    invoicesSuggested,
    merge,
    doubles,
  }
}

interface Evidence {
  readonly candidates?: readonly Score[]
}

export const lineReads: Pick<
  Matching,
  'lines' | 'lineTotals' | 'line' | 'searchMembers' | 'oppositeLines'
> = {
  lines: async ({ db, input, actor, services }) => {
    const isOfDays = input.from !== undefined || input.to !== undefined
    const byDay = isOfDays ? [queries.byDay] : []
    const first = input.order === 'handled' ? [queries.byHandled] : byDay
    const sort = [...first, { by: sql`l.id`, type: 'uuid' as const }]
    const keyset = keysetOf({ list: 'lines', sort, input, actor, secrets: services.secrets })
    const maySee = seesBalances(actor)
    const rows = await services.reads.firstPage(actor, `lines page ${maySee}`, input, () =>
      queries.rowsOfLines(db, input, keyset, maySee),
    )
    return keyset.pageOf(rows)
  },

  lineTotals: ({ db, input, services }) => {
    return services.reads.read(`lines ${JSON.stringify(input)}`, () =>
      queries.totalsOfLines(db, input, new Date(services.now()).toISOString()),
    )
  },

  line: async ({ db, input, actor, services, settings }) => {
    const stored = await findLine(db, input.id)
    const [line] = await queries.linesWhere(db, sql`l.id = ${input.id}`, 1, seesBalances(actor))
    if (!stored || !line) throw new ApiError('notFound')
    const evidence = await queries.evidenceOfLine(db, input.id)
    const { candidates = [], ...decision } = (evidence.line?.evidence ?? {}) as Evidence
    const isOpen = line.direction === 'in' && queries.openStates.includes(line.state)
    const scores = isOpen ? await scoresOf(db, stored) : candidates
    const handledAt = evidence.line?.handledAt ?? null
    const undoMs = handledAt === null ? 0 : Date.parse(handledAt) + settings.undoMinutes * 60_000
    const isLink = line.state === 'manualMatched' && line.reason !== 'lateLine'
    const isOwn = isLink && evidence.line?.handledBy === actor.id
    const canUndo = isOwn && undoMs > services.now()
    const handling = await handlingOf(db, stored, actor)
    const [taughtFormat, credited, waiting, linkAsked] = await Promise.all([
      formatOfLine(db, stored.taught_format_id),
      depositOfLine(db, input.id),
      waitingUnlink(db, input.id),
      askedLink(db, input.id, actor),
    ])
    const maySee = seesBalances(actor)
    return {
      line,
      suggestions: await suggestionsOf(db, scores),
      decision,
      possibleDoubleOf: await queries.lineBefore(db, stored.possible_double_of),
      ...(taughtFormat === undefined ? {} : { taughtFormat }),
      canUndoUntil: canUndo ? new Date(undoMs).toISOString() : null,
      canAskUnlink: credited !== undefined && !canUndo && waiting === undefined,
      unlinkAsked: waiting
        ? { id: waiting.id, maker: waiting.maker, isOwn: waiting.maker_id === actor.id }
        : null,
      linkAsked,
      handling,
      messages: maySee
        ? evidence.messages
        : evidence.messages.map((each) => ({
            ...each,
            text: withoutBalances(each.text, stored.amount_minor),
          })),
    }
  },

  searchMembers: async ({ db, input, actor, services, requestId }) => {
    assertBrand(actor)
    await countNumberSearch({ services, actor, requestId, input })
    const found = await searchMembers(db, actor, input.search)
    const ids = found.map((member) => member.id)
    const line = input.lineId === undefined ? undefined : await findLine(db, input.lineId)
    const scored = line ? await scoresOf(db, line, ids) : []
    const scores = ids.map(
      (memberId) =>
        scored.find((score) => score.memberId === memberId) ?? {
          memberId,
          score: 0,
          signals: [],
          requestId: null,
        },
    )
    return {
      records: await suggestionsOf(
        db,
        scores.toSorted((a, b) => b.score - a.score),
      ),
    }
  },

  oppositeLines: async ({ db, input, actor }) => {
    const line = await findLine(db, input.id)
    if (!line) throw new ApiError('notFound')
    const opposite = line.direction === 'in' ? 'out' : 'in'
    const where = sql`l.amount_minor = ${line.amount_minor} and l.direction = ${opposite}
      and l.bank_account_id <> ${line.bank_account_id} and l.state in ('suggested', 'unmatched')
      and l.id > (select uuidv7(${line.received_at}::timestamptz - now() - interval '25 hours'))
      and l.received_at between ${line.received_at}::timestamptz - interval '1 day'
                            and ${line.received_at}::timestamptz + interval '1 day'`
    return { records: await queries.linesWhere(db, where, 20, seesBalances(actor)) }
  },
}
