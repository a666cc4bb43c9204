import { formatBaht } from '@khlang/money/amount.ts'
import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { clearAlarm } from '../../platform/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers, Services } from '../../platform/context.ts'
import { keysetOf } from '../../platform/cursor.ts'
import { assertBrand, seesBalances } from '../../platform/visibility.ts'
import { findLine } from './intake-queries.ts'
import * as queries from './line-queries.ts'
import { depositOfLine } from './link-reversal.ts'
import { scoresOf, searchMembers, suggestionsOf } from './suggestions.ts'
import type { Score } from './matching.ts'
import { waitingUnlink } from './unlink.ts'

type Matching = Handlers<typeof preTransactionMatching>

interface ListInput {
  readonly size: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

const keyset = (list: string, column: string, input: ListInput, actor: EmployeeActor, services: Services) =>
  keysetOf({
    list,
    sort: [{ by: sql.ref(column), type: 'uuid' }],
    input,
    actor,
    secrets: services.secrets,
  })

/** A bank's message with the balance of our account taken out of it. Pure. */
export function withoutBalance(text: string, balanceMinor: number | null): string {
  if (balanceMinor === null) return text
  const written = formatBaht(balanceMinor)
  return [written, written.replaceAll(',', '')].reduce((said, each) => said.replaceAll(each, '•••'), text)
}

interface Evidence {
  readonly candidates?: readonly Score[]
}

export const lineReads: Pick<
  Matching,
  'lines' | 'lineTotals' | 'line' | 'searchMembers' | 'oppositeLines' | 'failedMessages' | 'dismissMessage'
> = {
  lines: ({ db, input, actor, services }) => {
    assertBrand(actor)
    return queries.pageOfLines(
      db,
      input,
      keyset('lines', 'l.id', input, actor, services),
      seesBalances(actor),
    )
  },

  lineTotals: ({ db, input, actor, services }) => {
    assertBrand(actor)
    return queries.totalsOfLines(db, input, new Date(services.now()).toISOString())
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
    const [credited, waiting] = await Promise.all([
      depositOfLine(db, input.id),
      waitingUnlink(db, input.id),
    ])
    const balanceMinor = stored.balance_after_minor
    const maySee = seesBalances(actor)
    return {
      line,
      suggestions: await suggestionsOf(db, scores),
      decision,
      canUndoUntil: canUndo ? new Date(undoMs).toISOString() : null,
      canAskUnlink: credited !== undefined && !canUndo && waiting === undefined,
      unlinkAsked: waiting
        ? { id: waiting.id, maker: waiting.maker, isOwn: waiting.maker_id === actor.id }
        : null,
      messages: maySee
        ? evidence.messages
        : evidence.messages.map((each) => ({ ...each, text: withoutBalance(each.text, balanceMinor) })),
    }
  },

  searchMembers: async ({ db, input, actor }) => {
    assertBrand(actor)
    const found = await searchMembers(db, input.search)
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
      and l.received_at between ${line.received_at}::timestamptz - interval '1 day'
                            and ${line.received_at}::timestamptz + interval '1 day'`
    return { records: await queries.linesWhere(db, where, 20, seesBalances(actor)) }
  },

  failedMessages: ({ db, input, actor, services }) => {
    assertBrand(actor)
    return queries.pageOfFailedMessages(db, keyset('failedMessages', 'b.id', input, actor, services))
  },

  dismissMessage: async ({ tx, input, actor, record, announce }) => {
    assertBrand(actor)
    if (!(await queries.dismissMessage(tx, input.messageId, actor.id))) throw new ApiError('notFound')
    const id = encodeId('message', input.messageId)
    await clearAlarm(tx, 'message.parseFailed', id)
    await clearAlarm(tx, 'message.senderUnknown', id)
    await record({ entity: 'message', entityId: id, action: 'dismissed', reason: input.reason })
    await announce('message', id)
    return {}
  },
}
