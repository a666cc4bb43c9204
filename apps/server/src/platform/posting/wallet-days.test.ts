import { providerClearing } from '@khlang/ledger/accounts.ts'
import { betPlace, betSettle, bonusGrant, cashbackPay, reversalOf } from '@khlang/ledger/wallet.ts'
import { withdrawHold, withdrawRelease, withdrawSent } from '@khlang/ledger/withdrawals.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLedgerWorld, day, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { openAccounts, postStrict } from './ledger-store.ts'
import { advanceWallet, readWalletProgress } from './wallet-days.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld(['a', 'b'])
  await openAccounts(world.db, [providerClearing('p')])
})
const begun: (() => Promise<unknown>)[] = []
async function begin() {
  const tx = await world.db.startTransaction().execute()
  begun.push(() => tx.rollback().execute())
  return tx
}
afterAll(async () => {
  // Whatever a failed test left open.
  await Promise.allSettled(begun.map((end) => end()))
  await world.end()
})

const next = '2026-03-03'
let sources = 0
const of = (amountMinor: number, businessOn = day, memberId = 'a') => ({
  sourceId: `w${(sources += 1)}`,
  memberId,
  amountMinor,
  businessOn,
})
/** One step; whether there is more to do at once. */
const step = (atOnce = 1000) =>
  world.db.transaction().execute(async (tx) => {
    const progress = await readWalletProgress(tx, atOnce)
    return progress === null ? null : advanceWallet(tx, progress)
  })
const query = async (text: string) =>
  (await world.pool.query<{ row: string }>(text)).rows.map(({ row }) => row)
const days = () =>
  query(`select concat_ws(' ', business_on, kind, entries, in_minor, out_minor) as row from wallet_days
    order by business_on, kind`)
const entries = () =>
  query(`select concat_ws(' ', e.business_on, e.kind, e.amount_minor) as row from wallet_entries e
    join transfers t on t.id = e.transfer_id and t.kind = e.kind and t.amount_minor = e.amount_minor
    order by e.transfer_id`)

test('a wallet’s movements are summed by day and kind, each once, in and out apart', async () => {
  await world.fund('a', 10_000)
  const grant = bonusGrant(of(300))
  const [granted] = await world.post(grant, bonusGrant(of(200)), cashbackPay(of(50, next)))
  await world.post(betPlace({ ...of(700), providerId: 'p' }))
  await world.post(betSettle({ ...of(900, next), providerId: 'p' }), bonusGrant(of(1, day, 'b')))
  const held = of(1000)
  await world.post(withdrawHold(held))
  await world.post(withdrawSent({ ...held, bankAccountId: 'kbank' }))
  const back = of(400, next)
  await world.post(withdrawHold(back))
  await world.post(withdrawRelease(back))
  const original = { legs: grant.legs, transferIds: granted?.transferIds ?? [] }
  await world.post(reversalOf({ sourceId: 'back', businessOn: next, original }))
  const expected = [
    `${day} bet.place 1 0 700`,
    `${day} bonus.grant 3 501 0`,
    `${day} deposit.credited 1 10000 0`,
    `${day} withdraw.hold 1 0 1000`,
    `${next} bet.settle 1 900 0`,
    `${next} cashback.pay 1 50 0`,
    `${next} reversal 1 0 300`,
    `${next} withdraw.hold 1 0 400`,
    `${next} withdraw.release 1 400 0`,
  ]
  // A few at once, until nothing is left; what is there already is not counted again.
  let steps = 0
  while ((await step(3)) === true || (await days()).length === 0) steps += 1
  for (let more = 0; more < 3; more += 1) await step(3)
  expect(steps).toBeGreaterThan(3)
  expect(await days()).toEqual(expected)
  expect(await entries()).toEqual([
    `${day} deposit.credited 10000`,
    `${day} bonus.grant 300`,
    `${day} bonus.grant 200`,
    `${next} cashback.pay 50`,
    `${day} bet.place 700`,
    `${next} bet.settle 900`,
    `${day} bonus.grant 1`,
    `${day} withdraw.hold 1000`,
    `${next} withdraw.hold 400`,
    `${next} withdraw.release 400`,
    `${next} reversal 300`,
  ])
})

test('what went out of one day and kind in several steps is one sum', async () => {
  const on = '2026-03-04'
  const bet = async (amountMinor: number) => {
    await world.post(betPlace({ ...of(amountMinor, on), providerId: 'p' }))
    while ((await step()) === true);
    return (await days()).filter((row) => row.startsWith(on))
  }
  expect(await bet(30)).toEqual([`${on} bet.place 1 0 30`])
  expect(await bet(7)).toEqual([`${on} bet.place 2 0 37`])
  expect(await bet(100)).toEqual([`${on} bet.place 3 0 137`])
})

test('what another posting under way may still bring is waited for, and then counted', async () => {
  const grants = async () => (await days()).find((row) => row.startsWith(`${day} bonus.grant`))
  const before = await grants()
  const late = await begin()
  await postStrict(late, [bonusGrant(of(20, day, 'b'))])
  await world.post(bonusGrant(of(3)))
  for (let n = 0; n < 3; n += 1) await step()
  expect(await grants()).toBe(before)
  // A posting that begins later keeps nobody waiting for it.
  await late.commit().execute()
  const later = await begin()
  await postStrict(later, [bonusGrant(of(4000, day, 'b'))])
  for (let n = 0; n < 2; n += 1) await step()
  expect(await grants()).toBe(`${day} bonus.grant 5 524 0`)
  await later.commit().execute()
  for (let n = 0; n < 3; n += 1) await step()
  expect(await grants()).toBe(`${day} bonus.grant 6 4524 0`)
})

test('far behind, a posting under way holds up nothing that was certain before it began', async () => {
  for (let n = 0; n < 3; n += 1) await step()
  const settled = async () => (await query('select settled_id::text as row from wallet_progress'))[0]
  for (let n = 0; n < 8; n += 1) await world.post(bonusGrant(of(1)))
  const [newest] = await query('select max(id)::text as row from transfers')
  // This step sees that the eight are certain, and takes two of them.
  await step(2)
  const long = await begin()
  await postStrict(long, [bonusGrant(of(1, day, 'b'))])
  for (let n = 0; n < 5; n += 1) await step(2)
  expect(await settled()).toBe(newest)
  await long.commit().execute()
  await step()
  expect(await settled()).toBe((await query('select max(id)::text as row from transfers'))[0])
})

test('one process at a time moves the sums: another one leaves them alone, or waits', async () => {
  const first = await begin()
  expect(await readWalletProgress(first, 10)).not.toBeNull()
  expect(await step()).toBeNull()
  const waited = world.db.transaction().execute((tx) => readWalletProgress(tx, 10, true))
  let isOver = false
  void waited.then(() => (isOver = true))
  await new Promise((done) => setTimeout(done, 100))
  expect(isOver).toBe(false)
  await first.rollback().execute()
  expect(await waited).not.toBeNull()
})

test('neither locks of other work nor postings of another brand hold the sums up', async () => {
  const grants = async () => (await days()).find((row) => row.startsWith(`${day} bonus.grant`))
  while ((await step()) === true);
  const before = await grants()
  const working = await begin()
  await sql`select pg_advisory_xact_lock_shared(ledger_gate() + 1)`.execute(working)
  const brand = new pg.Client({ connectionString: inject('adminUrl') })
  await brand.connect()
  try {
    const [gate] = await query('select ledger_gate() as row')
    await brand.query('select pg_advisory_lock_shared($1)', [gate])
    await world.post(bonusGrant(of(7)))
    await step()
    expect(await grants()).not.toBe(before)
  } finally {
    await brand.end()
    await working.rollback().execute()
  }
})
