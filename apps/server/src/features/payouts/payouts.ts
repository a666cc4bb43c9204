import { encodeId } from '@khlang/contract/values/values.ts'
import { bookCurrency } from '@khlang/ledger/accounts.ts'
import { keyOf } from '@khlang/ledger/posting.ts'
import { withdrawFailed } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/people/activity.ts'
import { clearAlarm, raiseAlarm } from '../../platform/db/alarms.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { announce } from '../../platform/live/live.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { alarmMissingLines, endPayoutAlarms, payoutAlarms } from './alarms.ts'
import { approvedIds, openedRail, payoutOutsideId, startPayout, type StartedPayout } from './start.ts'
import { askGatewayOfPayout, payByGateway } from '../payment-gateways/pay.ts'
import { orderPayout, queryPayout, type RailOutcome } from './rails.ts'
import {
  changeWithdrawal,
  lockWithdrawal,
  outsideIds,
  postedOf,
  type LockedWithdrawal,
} from '../withdrawals/queries.ts'

const atOnce = 8
/** The pause before a rail is asked again: doubling from 5 s to 5 minutes. Pure. */
export const backoffMs = (tries: number): number => Math.min(5000 * 2 ** Math.min(tries, 10), 300_000)

interface PayoutRow {
  id: string
  withdrawal_id: string
  attempt: number
  state: string
  amount_minor: number
  status_tries: number
  created_at: string
}

async function lockPayout(tx: Tx, id: string): Promise<[PayoutRow, LockedWithdrawal]> {
  // The withdrawal first: the same order in which decisions and statement lines lock.
  const of = await tx
    .selectFrom('payouts')
    .select('withdrawal_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = await lockWithdrawal(tx, of.withdrawal_id)
  const payout = await tx
    .selectFrom('payouts')
    .select(['id', 'withdrawal_id', 'attempt', 'state', 'amount_minor', 'status_tries', 'created_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!row) throw new Error(`payout ${id} has no withdrawal`)
  return [payout, row]
}

/** What a rail's word makes of a payout that is still open. Pure. */
export function nextState(
  current: string,
  outcome: RailOutcome,
  isOverdue: boolean,
): 'accepted' | 'succeeded' | 'failed' | 'unknown' {
  switch (outcome.state) {
    case 'succeeded':
    case 'failed':
      return outcome.state
    case 'accepted':
      return isOverdue ? 'unknown' : 'accepted'
    case 'differs':
      return 'unknown'
    case 'unknown':
      // A rail that has accepted an order is asked again; one that never answered leaves it unknown at once.
      return current === 'accepted' && !isOverdue ? 'accepted' : 'unknown'
  }
}

const isFinal = (state: string): boolean => state === 'succeeded' || state === 'failed'

async function alarm(tx: Tx, code: string, row: LockedWithdrawal, detail: object): Promise<void> {
  await raiseAlarm(tx, { code, entity: 'withdrawal', entityId: encodeId('withdrawal', row.id), detail })
}

/** Writes what became known of a payout, with the withdrawal's state, and the ledger last. */
async function applyOutcome(services: Services, id: string, outcome: RailOutcome): Promise<void> {
  const nowMs = services.now()
  const settings = await services.settings.get()
  await services.db.transaction().execute(async (tx) => {
    const [payout, row] = await lockPayout(tx, id)
    if (isFinal(payout.state)) {
      // A statement line has proven it meanwhile; a rail that says otherwise is a matter for people.
      if (isFinal(outcome.state) && outcome.state !== payout.state) {
        await alarm(tx, 'payoutContradiction', row, {
          payoutId: id,
          known: payout.state,
          said: outcome.state,
        })
      }
      return
    }
    if (outcome.state === 'differs') {
      await alarm(tx, 'payoutDiffers', row, { payoutId: id, said: outcome.reason })
    }
    const ageMs = nowMs - Date.parse(payout.created_at)
    const isOverdue = ageMs > settings.payoutUnknownMinutes * 60_000
    const state = nextState(payout.state, outcome, isOverdue)
    if (state === 'unknown' && isOverdue) {
      await alarm(tx, payoutAlarms.overdue, row, { payoutId: id })
    }
    await clearAlarm(tx, payoutAlarms.unwritten, encodeId('withdrawal', row.id))
    await writePayout(tx, payout, state, outcome, nowMs)
    await writeWithdrawal(tx, { payout, row, state, outcome, nowMs, on: businessOn(settings, nowMs) })
  })
  services.live.nudge()
}

async function writePayout(
  tx: Tx,
  payout: PayoutRow,
  state: string,
  outcome: RailOutcome,
  nowMs: number,
): Promise<void> {
  const isDone = isFinal(state)
  await tx
    .updateTable('payouts')
    .set({
      state,
      answer: JSON.stringify(outcome),
      ...('ref' in outcome && outcome.ref !== null ? { rail_ref: outcome.ref } : {}),
      status_tries: payout.status_tries + 1,
      next_check_at: isDone ? null : new Date(nowMs + backoffMs(payout.status_tries)).toISOString(),
      settled_at: isDone ? new Date(nowMs).toISOString() : null,
    })
    .where('id', '=', payout.id)
    .execute()
}

interface Word {
  readonly payout: PayoutRow
  readonly row: LockedWithdrawal
  readonly state: string
  readonly outcome: RailOutcome
  readonly nowMs: number
  readonly on: string
}

async function writeWithdrawal(tx: Tx, { payout, row, state, outcome, nowMs, on }: Word): Promise<void> {
  const now = new Date(nowMs).toISOString()
  const ref = 'ref' in outcome ? outcome.ref : null
  const next = state === 'succeeded' ? 'paid' : state === 'accepted' ? row.state : state
  if (next === row.state || row.state === 'paid') return
  const change =
    next === 'paid'
      ? { state: next, paid_at: now, bank_ref: ref ?? row.bank_ref }
      : next === 'failed'
        ? { state: next, holds: row.holds + 1 }
        : { state: next }
  const version = await changeWithdrawal(tx, row.id, change)
  await recordActivity(tx, 'system', null, {
    entity: 'withdrawal',
    entityId: encodeId('withdrawal', row.id),
    action: next,
    before: { state: row.state },
    after: { state: next },
    detail: { payoutId: payout.id, outcome },
  })
  await announce(tx, 'withdrawal', encodeId('withdrawal', row.id), version)
  if (next !== 'failed') return
  const { sourceId } = outsideIds(row)
  const cause = { sourceId, occurrence: payout.attempt }
  const sent = await postedOf(tx, keyOf('withdraw.sent', cause))
  await postStrict(tx, [withdrawFailed({ ...cause, sent, businessOn: on })])
}

async function send(services: Services, started: StartedPayout): Promise<void> {
  const { rail, order } = started
  const outcome =
    rail.gatewayId === null
      ? await orderPayout(rail, order, services.egressAllow)
      : await payByGateway(services, rail.gatewayId, order)
  await applyOutcome(services, started.id, outcome)
}

/** One that fails must not keep the others waiting: it is told of and tried again next time. */
async function guarded<T>(
  services: Services,
  id: string,
  code: 'payoutNotStarted' | 'payoutOutcomeUnwritten',
  work: Promise<T>,
): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    services.log.error({ withdrawal: id, code, error: String(error) }, 'payout failed here')
    const entityId = encodeId('withdrawal', id)
    await raiseAlarm(services.db, { code, entity: 'withdrawal', entityId }).catch(() => undefined)
    return null
  }
}

/**
 * Starts one after the other, so that circuit breaker and limits see each before the next; rails are called
 * side by side.
 */
async function startAll(services: Services): Promise<void> {
  if ((await heldRestore(services.db)) !== null) return
  const calls = new Set<Promise<unknown>>()
  for (const id of await approvedIds(services)) {
    const started = await guarded(services, id, payoutAlarms.notStarted, startPayout(services, id))
    services.live.nudge()
    if (!started) continue
    const sent = guarded(services, id, payoutAlarms.unwritten, send(services, started))
    const call: Promise<unknown> = sent.then(() => calls.delete(call))
    calls.add(call)
    if (calls.size >= atOnce) await Promise.race(calls)
  }
  await Promise.all(calls)
}

/** Asks rails about payouts whose outcome is open and whose time to ask has come. */
async function checkOpen(services: Services): Promise<void> {
  const now = new Date(services.now()).toISOString()
  const { rows } = await sql<{
    id: string
    amount_minor: number
    to_bank: string
    to_account_no: string
    to_account_name: string
    from_account_no: string
    rail_id: string
    base_url: string
    secret: Buffer | null
    gateway_id: string | null
  }>`
    select p.id, p.amount_minor, w.to_bank, w.to_account_no, w.to_account_name,
      a.account_no as from_account_no,
           r.id as rail_id, r.base_url, r.secret, r.gateway_id
      from payouts p join withdrawals w on w.id = p.withdrawal_id join payment_rails r on r.id = p.rail_id
      join bank_accounts a on a.id = p.bank_account_id
     where p.state in ('sending', 'accepted', 'unknown') and p.next_check_at <= ${now}::timestamptz
     order by p.next_check_at limit ${atOnce * 4}`.execute(services.db)
  const asked = await Promise.allSettled(
    rows.map(async (row) => {
      const { rail_id: id, base_url: baseUrl, secret, gateway_id: gatewayId } = row
      const rail = openedRail(services, { id, baseUrl, secret, gatewayId })
      const order = {
        id: payoutOutsideId(row.id),
        amountMinor: row.amount_minor,
        currency: bookCurrency,
        bank: row.to_bank,
        accountNo: row.to_account_no,
        accountName: row.to_account_name,
        fromAccountNo: row.from_account_no,
      }
      const outcome =
        gatewayId === null
          ? await queryPayout(rail, order, services.egressAllow)
          : await askGatewayOfPayout(services, gatewayId, order)
      await applyOutcome(services, row.id, outcome)
    }),
  )
  for (const each of asked) {
    if (each.status === 'rejected')
      services.log.error({ error: String(each.reason) }, 'payout outcome not written')
  }
}

/** One round of all that pays: new payouts out, open ones asked about, missing lines noticed. */
export async function runPayouts(services: Services): Promise<void> {
  await startAll(services)
  await checkOpen(services)
  await alarmMissingLines(services)
  await endPayoutAlarms(services)
}

/** A run starts up to 500 payouts, eight at once, at rails that may use up their 10 s each. */
export const payoutWork: PeriodicWork = {
  name: 'payouts',
  everyMs: 500,
  limitMs: 1_200_000,
  run: runPayouts,
}
