import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintSession } from '../../platform/people/sessions.ts'
import { matchingStep, otpAt } from '../../platform/security/totp.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import type { Person } from '../../testing/server.ts'

// Each span that a brand sets rules its own thing. All differ here, so that none can stand in for another.

const spans = {
  idleTimeoutMinutes: 7,
  sessionHours: 3,
  stepUpMinutes: 4,
  hintWaitSeconds: 111,
  depositRequestMinutes: 13,
  notedDepositMinutes: 17,
  depositSlaSeconds: 230,
  withdrawalSlaSeconds: 290,
  claimSeconds: 31,
}
let world: MoneyOutWorld
let clerk: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.server.set(spans)
  clerk = await world.cashier({ permissions: { pretransactionDepositWithdraw: ['isRead', 'isCreate'] } })
})
afterAll(() => world.stop())

/** Seconds from the moment the row tells of to its end, by the row's own clock. */
async function secondsOf(table: string, from: string, until: string, id: string | null): Promise<number> {
  const [row] = await world.factory.query<{ s: number }>(
    `select round(extract(epoch from ${until} - ${from}))::int as s from ${table} where id = $1`,
    [id],
  )
  return row?.s ?? 0
}
const left = (until: string | null) =>
  Math.round((Date.parse(until ?? '') - world.server.services.now()) / 1000)
const inside = async (table: string) => {
  const rows = await world.factory.query<{ id: string }>(`select id from ${table} order by id desc limit 1`)
  return rows[0]?.id ?? null
}

test('of sessions: silence, age, and the second factor', async () => {
  const { db, settings } = world.server.services
  const life = async (kind: 'full' | 'preOtp') => {
    const who = { employeeId: clerk.id, address: '127.0.0.1', device: 'x' }
    const at = await settings.get()
    await db.transaction().execute((tx) => mintSession(tx, { ...who, kind, settings: at }))
    const id = await inside('sessions')
    return [
      await secondsOf('sessions', 'created_at', 'idle_ends_at', id),
      await secondsOf('sessions', 'created_at', 'expires_at', id),
    ]
  }
  expect(await life('full')).toEqual([7 * 60, 3 * 3600])
  expect(await life('preOtp')).toEqual([300, 300])
  const proven = await world.server.person({ password: 'seven-quiet-herons-by-the-pier' })
  const { stepUpUntil } = await proven.call('auth.stepUp', { password: 'seven-quiet-herons-by-the-pier' })
  expect(Math.abs(left(stepUpUntil) - 4 * 60)).toBeLessThanOrEqual(5)
})

test('of what members ask for, what is noted for them, and who works on it', async () => {
  const member = await world.factory.member()
  const asked = { memberId: member.outside, amountMinor: 50_000 }
  await world.site.send('/member/v1/deposit/create', asked, key())
  const own = await inside('deposits')
  expect(await secondsOf('deposits', 'created_at', 'expires_at', own)).toBe(13 * 60)
  expect(await secondsOf('deposits', 'created_at', 'sla_ends_at', own)).toBe(230)
  await clerk.call(
    'preTransactions.createPending',
    { ...asked, remark: 'called' },
    { idempotencyKey: key() },
  )
  const noted = await inside('deposits')
  expect(Math.abs((await secondsOf('deposits', 'created_at', 'expires_at', noted)) - 17 * 60)).toBeLessThan(
    5,
  )
  expect(Math.abs((await secondsOf('deposits', 'created_at', 'sla_ends_at', noted)) - 230)).toBeLessThan(5)
  await world.fund(member, 60_000)
  await world.withdraw(member, 50_000)
  const id = await inside('withdrawals')
  expect(await secondsOf('withdrawals', 'requested_at', 'sla_ends_at', id)).toBe(290)
  const claim = { id: encodeId('withdrawal', id ?? ''), isTakeover: false }
  const { claimedUntil } = await clerk.call('preTransactions.claim', claim)
  expect(Math.abs(left(claimedUntil) - 31)).toBeLessThanOrEqual(5)
})

test('of a message that waits for the balance it belongs to', async () => {
  const account = await world.factory.account({ bank: 'SCB' })
  const phone = await bankPhone(world.factory, account)
  const text = phone.move({ amountMinor: 12_300 }).replace(/ ใช้ได้.*$/, '')
  await phone.say(text)
  const [hint] = await world.factory.query<{ s: number }>(
    `select round(extract(epoch from hint_until - created_at))::int as s from statement_lines
      where chain = 'hint'`,
  )
  expect(Math.abs((hint?.s ?? 0) - 111)).toBeLessThan(5)
})

test('of an authenticator: the step before counts only where the brand says so', () => {
  const secret = Buffer.alloc(20, 1)
  const stepOf = (at: number, accepts: boolean) =>
    matchingStep(secret, otpAt(secret, at), 100 * 30_000 + 29_999, accepts)
  expect([98, 99, 100, 101].map((at) => stepOf(at, true))).toEqual([null, 99, 100, null])
  expect([98, 99, 100, 101].map((at) => stepOf(at, false))).toEqual([null, null, 100, null])
})
