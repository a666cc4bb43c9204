import type { preTransactionBookings } from '@khlang/contract/pre-transactions/bookings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { isMoneyAwaited } from '../awaited-money.ts'
import { depositBefore } from '../credit-line.ts'
import { assertNotDouble, freeStates, printedPayer } from '../free-line.ts'
import { lineBooking, lineUnbook } from './approval-kinds.ts'
import { book, bookedState } from './book-line.ts'
import { allRules, booksAlone, rulesMax, standingBooking } from './queries.ts'
import { bookingRule } from './rule-kind.ts'
import { isThisWay, whyNotRule } from './rules.ts'

const refused = (reason: 'wrongWay' | 'unproven' | 'refundAwaited') =>
  new ApiError('bookingRefused', { details: { reason } })

/** @throws bookingRefused, blocked: it is not proven to be money of nobody else */
async function assertBookable(tx: Tx, line: StoredLine, isConfirmed: boolean): Promise<void> {
  if (line.chain === 'hint') throw refused('unproven')
  assertNotDouble(line, isConfirmed)
  if (line.direction === 'in') await depositBefore(tx, line, { isOtherMoney: isConfirmed })
  else if (await isMoneyAwaited(tx, line)) throw refused('refundAwaited')
}

/** Lines that are the company's own. */
export const bookingHandlers: Handlers<typeof preTransactionBookings> = {
  bookLine: async ({ tx, input, actor, settings, services, record, ask }) => {
    const { category, reason, isConfirmed } = input
    const { line } = await lockLineFor(tx, input, freeStates)
    await assertNothingWaits(tx, line.id)
    if (!isThisWay(line.direction, category)) throw refused('wrongWay')
    await assertBookable(tx, line, isConfirmed)
    const lineId = encodeId('statementLine', line.id)
    const detail = { amountMinor: line.amount_minor, category }
    if (!(await booksAlone(tx, actor.id, category, line.amount_minor))) {
      const document = {
        lineId,
        lineVersion: line.version,
        state: line.state,
        direction: line.direction,
        payer: printedPayer(line),
        ...detail,
      }
      return ask(lineBooking, document, { reason, version: line.version, audit: { detail } })
    }
    await record({
      entity: 'statementLine',
      entityId: lineId,
      action: 'booked',
      reason,
      before: { state: line.state },
      after: { state: bookedState(line) },
      detail,
    })
    const on = businessOn(settings, services.now())
    await book(tx, line, { category, makerId: actor.id, ruleId: null, approvalId: null, reason, on })
    return { state: 'done', approvalId: null }
  },

  askUnbook: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, ['income', 'settled'])
    await assertNothingWaits(tx, line.id)
    const category = await standingBooking(tx, line.id)
    if (category === undefined) throw new ApiError('stateRefused')
    const detail = { amountMinor: line.amount_minor, category }
    const lineId = encodeId('statementLine', line.id)
    const document = { lineId, lineVersion: line.version, state: line.state, ...detail }
    return ask(lineUnbook, document, { reason: input.reason, version: line.version, audit: { detail } })
  },

  bookingRules: async ({ db }) => ({ records: await allRules(db) }),

  askRule: async ({ tx, input, settings, ask }) => {
    const { accountId, bank, reason, ...rule } = input
    const why = whyNotRule(input, settings.bookingAloneMinor)
    if (why !== null) throw new ApiError('ruleRefused', { details: { reason: why } })
    const { rows } = await sql<{ active: number; isNamed: boolean; label: string | null }>`
      select count(*)::int as active, coalesce(bool_or(name = ${input.name}), false) as "isNamed",
             (select label from bank_accounts where id = ${accountId}) as label
        from booking_rules where state = 'active'`.execute(tx)
    const [known] = rows
    if (accountId !== null && (known?.label ?? null) === null)
      throw new ApiError('invalidValue', { field: 'accountId' })
    if (known?.isNamed === true) throw new ApiError('ruleRefused', { details: { reason: 'ruleNameInUse' } })
    if ((known?.active ?? 0) >= rulesMax)
      throw new ApiError('ruleRefused', { details: { reason: 'tooMany' } })
    const document = {
      ...rule,
      ruleId: encodeId('bookingRule', randomUUIDv7()),
      accountId: accountId === null ? null : encodeId('bankAccount', accountId),
      account: known?.label ?? '',
      bank: accountId === null ? bank : null,
    }
    return ask(bookingRule, document, { reason })
  },

  switchRuleOff: async ({ tx, input, actor, record }) => {
    const { rows } = await sql<{ version: number; state: string; name: string }>`
      select version, state, name from booking_rules where id = ${input.id} for update`.execute(tx)
    const [rule] = rows
    if (!rule) throw new ApiError('notFound')
    if (rule.state !== 'active') throw new ApiError('stateRefused', { details: { state: rule.state } })
    if (rule.version !== input.version) throw new ApiError('stale', { details: { version: rule.version } })
    const version = rule.version + 1
    await sql`update booking_rules set state = 'off', off_at = now(), off_by = ${actor.id},
      off_reason = ${input.reason}, version = ${version} where id = ${input.id}`.execute(tx)
    await record({
      entity: 'bookingRule',
      entityId: encodeId('bookingRule', input.id),
      action: 'ruleOff',
      reason: input.reason,
      before: { state: 'active' },
      after: { state: 'off' },
    })
    return { version }
  },
}
