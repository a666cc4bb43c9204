import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import { judged, slipsWhere, type SlipRow } from './slip-rows.ts'
import type { SlipAnswer } from './services/service.ts'

const checksMax = 6
const minuteMs = 60_000

/** The columns of what a service answered; null: none was asked. @returns when it is asked again, as ISO */
export function answerColumns(answer: SlipAnswer | null, checks: number, nowMs: number) {
  const after = (minutes: number) =>
    checks + 1 >= checksMax ? null : new Date(nowMs + minutes * minuteMs).toISOString()
  if (answer === null) return { state: 'unchecked', told: null, reason: null, nextCheckAt: null } as const
  if (answer.state === 'verified')
    return { state: answer.state, told: answer.told, reason: null, nextCheckAt: null } as const
  const { state, reason } = answer
  const pause = { later: 'minutes' in answer ? answer.minutes : 0, failed: 2 ** checks, unknown: null }[
    state
  ]
  return { state, told: null, reason, nextCheckAt: pause === null ? null : after(pause) } as const
}

/** Holds one slip until the transaction ends. */
export async function lockSlip(tx: Tx, id: string): Promise<SlipRow | undefined> {
  await sql`select from slips where id = ${id} for no key update`.execute(tx)
  return (await slipsWhere(tx, sql`s.id = ${id}`))[0]
}

/**
 * The deposit that a verified slip was shown for is known by its reference from now on, so that the bank's
 * line of that reference is this member's. Only where nothing contradicts.
 */
async function nameDeposit(tx: Tx, slip: SlipRow, nowMs: number): Promise<void> {
  const { depositId, depositMinor: amountMinor, transRef } = slip
  if (depositId === null || slip.told === null) return
  const { faults } = await judged(tx, slip, { amountMinor, nowMs })
  if (faults.length > 0) return
  await sql`update deposits set slip_ref = ${transRef}, version = version + 1
     where id = ${depositId} and state in ('created', 'pending') and slip_ref is null
       and not exists (select from deposits where slip_ref = ${transRef})`.execute(tx)
}

/** Writes what the service answered, and tells open screens. */
export async function writeAnswer(
  tx: Tx,
  slip: SlipRow,
  answer: SlipAnswer | null,
  nowMs: number,
): Promise<void> {
  if (answer === null) return
  const { state, told, reason, nextCheckAt } = answerColumns(answer, slip.checks, nowMs)
  await sql`update slips set state = ${state}, told = ${told === null ? null : JSON.stringify(told)}::jsonb,
      reason = ${reason}, checks = checks + 1, checked_at = ${new Date(nowMs).toISOString()}::timestamptz,
      next_check_at = ${nextCheckAt}::timestamptz, version = version + 1 where id = ${slip.id}`.execute(tx)
  const now = (await slipsWhere(tx, sql`s.id = ${slip.id}`))[0]
  if (now) await nameDeposit(tx, now, nowMs)
  await announce(tx, 'slip', encodeId('slip', slip.id), slip.version + 1)
}

/** From now on the slip belongs to this deposit. */
export async function attachSlip(tx: Tx, slip: SlipRow, depositId: string, nowMs: number): Promise<void> {
  await sql`update slips set deposit_id = ${depositId}, attached_at = now(), version = version + 1
     where id = ${slip.id}`.execute(tx)
  const now = (await slipsWhere(tx, sql`s.id = ${slip.id}`))[0]
  if (now) await nameDeposit(tx, now, nowMs)
  await announce(tx, 'slip', encodeId('slip', slip.id), slip.version + 1)
}
