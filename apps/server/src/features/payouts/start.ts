import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { bookCurrency } from '@khlang/ledger/accounts.ts'
import { withdrawSent } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/people/activity.ts'
import { clearAlarm, isAlarmOpen, payoutFuse as breaker, raiseAlarm } from '../../platform/db/alarms.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { announce } from '../../platform/live/live.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { takeProbe } from '../payment-gateways/pay.ts'
import { payoutAlarms } from './alarms.ts'
import type { PayoutOrder, Rail } from './rails.ts'
import type { WithdrawalCheck } from '../withdrawals/checks.ts'
import { moneyByHand } from '../withdrawals/facts.ts'
import {
  changeWithdrawal,
  lockAccounts,
  lockWithdrawal,
  memberStop,
  outsideIds,
  payoutSources,
  type LockedWithdrawal,
  type PayoutSource,
} from '../withdrawals/queries.ts'

/** A payout that is committed as `sending` and whose rail has not been called yet. */
export interface StartedPayout {
  readonly id: string
  readonly rail: Rail
  readonly order: PayoutOrder
}

/** A call takes at most 10 s; a payout still `sending` after this time has lost its caller. */
const orphanedAfterMs = 20_000

/**
 * The hourly circuit breaker: above it nothing more leaves until people have cleared the alarm, and from then
 * on the hour is counted anew (safety W4).
 */
async function isBreakerOpen(
  tx: Tx,
  amountMinor: number,
  settings: BrandSettings,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from payouts
     where state <> 'failed' and created_at > greatest(
       ${new Date(nowMs - 3_600_000).toISOString()}::timestamptz,
       (select max(cleared_at) from alarms where code = ${breaker}))`.execute(tx)
  const sentMinor = rows[0]?.sum ?? 0
  if (sentMinor + amountMinor <= settings.payoutFusePerHourMinor) return false
  const detail = { sentMinor, amountMinor, limitMinor: settings.payoutFusePerHourMinor }
  await raiseAlarm(tx, { code: breaker, entity: 'brand', entityId: 'brand', detail })
  return true
}

type Stop = Pick<WithdrawalCheck, 'code' | 'result' | 'detail'>

/**
 * What speaks against sending now: the member may no longer be paid, or people gave them money since nobody
 * but the machine decided.
 */
async function stopOf(
  tx: Tx,
  row: LockedWithdrawal,
  settings: BrandSettings,
  nowMs: number,
): Promise<Stop | null> {
  const stop = await memberStop(tx, row)
  if (stop !== null) return { code: stop, result: 'block', detail: { reason: 'atSending' } }
  if (row.decision_kind !== 'auto') return null
  const of = { memberId: row.member_id, now: new Date(nowMs).toISOString() }
  const found = await moneyByHand(tx, of, settings)
  if (found === null) return null
  const { kind: reason, ...byHand } = found
  return {
    code: 'handLink',
    result: 'review',
    detail: { reason, hours: settings.handLinkHours, ...byHand },
  }
}

/** Back to people. */
async function sendBack(tx: Tx, row: LockedWithdrawal, { code: stop, ...check }: Stop): Promise<void> {
  // The check that was green when it was decided is told anew, not twice.
  const found = JSON.stringify([
    ...(row.checks as unknown as { code: string }[]).filter(({ code }) => code !== stop),
    { code: stop, ...check },
  ])
  await sql`update withdrawals set state = 'review', decided_by = null, decided_at = null,
      decision_kind = null,
      first_approved_by = null, first_approved_at = null, is_sole_owner = false,
      band = case when band = 'auto' then 'onePerson' else band end,
      checks = ${found}::jsonb,
      version = version + 1 where id = ${row.id}`.execute(tx)
  await recordActivity(tx, 'system', null, {
    entity: 'withdrawal',
    entityId: encodeId('withdrawal', row.id),
    action: 'sendBack',
    before: { state: 'approved' },
    after: { state: 'review' },
    detail: { stop },
  })
  await announce(tx, 'withdrawal', encodeId('withdrawal', row.id), row.version + 1)
}

/**
 * The first account that can pay it, held: a transfer agreed to at this moment counts for the same day. Where
 * its gateway is tried again, this payout is the one that tries it.
 */
async function heldSource(
  tx: Tx,
  asked: { readonly amountMinor: number; readonly businessOn: string },
  only: string | null,
): Promise<PayoutSource | undefined> {
  const [source] = await payoutSources(tx, { ...asked, only })
  if (source === undefined) return undefined
  await lockAccounts(tx, [source.id])
  const [held] = await payoutSources(tx, { ...asked, only: source.id })
  return held && (await takeProbe(tx, held.rail_id)) ? held : undefined
}

/** A rail with its secret; of a gateway the secrets are opened by whoever speaks to it. */
export const openedRail = (
  { secrets }: Services,
  rail: { readonly id: string; readonly baseUrl: string; secret: Buffer | null; gatewayId: string | null },
): Rail => ({
  baseUrl: rail.baseUrl,
  gatewayId: rail.gatewayId,
  secret:
    rail.secret === null ? Buffer.alloc(0) : secrets.open(`payment_rails.secret.${rail.id}`, rail.secret),
})

async function railOf(tx: Tx, services: Services, id: string): Promise<Rail> {
  const rail = await tx
    .selectFrom('payment_rails')
    .select(['id', 'base_url', 'secret', 'gateway_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return openedRail(services, { ...rail, gatewayId: rail.gateway_id, baseUrl: rail.base_url })
}

async function store(
  tx: Tx,
  services: Services,
  row: LockedWithdrawal,
  source: PayoutSource,
): Promise<StartedPayout> {
  const nowMs = services.now()
  const now = new Date(nowMs).toISOString()
  const on = businessOn(await services.settings.get(), nowMs)
  const attempt = row.tries + 1
  const amountMinor = row.amount_minor - row.fee_minor
  const payout = await tx
    .insertInto('payouts')
    .values({
      withdrawal_id: row.id,
      attempt,
      bank_account_id: source.id,
      rail_id: source.rail_id,
      amount_minor: amountMinor,
      business_on: on,
      created_at: now,
      next_check_at: new Date(nowMs + orphanedAfterMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = { state: 'sending', bank_account_id: source.id, sent_at: now, tries: attempt }
  const version = await changeWithdrawal(tx, row.id, change)
  const rail = await railOf(tx, services, source.rail_id)
  for (const code of [payoutAlarms.noSource, payoutAlarms.notStarted])
    await clearAlarm(tx, code, encodeId('withdrawal', row.id))
  await recordActivity(tx, 'system', null, {
    entity: 'withdrawal',
    entityId: encodeId('withdrawal', row.id),
    action: 'send',
    before: { state: 'approved' },
    after: { state: 'sending' },
    detail: { payoutId: payout.id, attempt, bankAccountId: source.id },
  })
  await announce(tx, 'withdrawal', encodeId('withdrawal', row.id), version)
  await postStrict(tx, [
    withdrawSent({
      ...outsideIds(row),
      amountMinor: row.amount_minor,
      feeMinor: row.fee_minor,
      bankAccountId: encodeId('bankAccount', source.id),
      businessOn: on,
      occurrence: attempt,
    }),
  ])
  const order = {
    id: payoutOutsideId(payout.id),
    amountMinor,
    currency: bookCurrency,
    bank: row.to_bank,
    accountNo: row.to_account_no,
    accountName: row.to_account_name,
    fromAccountNo: source.account_no,
  }
  return { id: payout.id, rail, order }
}

export const payoutOutsideId = (id: string): string => encodeId('payout', id)

/** Approved withdrawals, the longest waiting first. */
export async function approvedIds(services: Services): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where state = 'approved' order by decided_at, id limit 500`.execute(
    services.db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Commits an approved withdrawal as `sending`, with its payout and `withdraw.sent`. The rail is called by the
 * caller afterwards: what is committed here is found again by a status query after a crash.
 * @returns null when it does not start now: decided otherwise, the circuit breaker, no account, or a member
 * to look at
 */
export function startPayout(services: Services, id: string): Promise<StartedPayout | null> {
  return services.db.transaction().execute(async (tx) => {
    if ((await isAlarmOpen(tx, breaker)) || (await heldRestore(tx)) !== null) return null
    const row = await lockWithdrawal(tx, id)
    if (row?.state !== 'approved') return null
    const settings = await services.settings.get()
    const stop = await stopOf(tx, row, settings, services.now())
    if (stop !== null) {
      await sendBack(tx, row, stop)
      return null
    }
    const amountMinor = row.amount_minor - row.fee_minor
    if (await isBreakerOpen(tx, amountMinor, settings, services.now())) return null
    const on = businessOn(settings, services.now())
    const asked = { amountMinor, businessOn: on }
    const source = (await heldSource(tx, asked, row.bank_account_id)) ?? (await heldSource(tx, asked, null))
    if (source) return store(tx, services, row, source)
    const entityId = encodeId('withdrawal', row.id)
    await raiseAlarm(tx, { code: payoutAlarms.noSource, entity: 'withdrawal', entityId })
    return null
  })
}
