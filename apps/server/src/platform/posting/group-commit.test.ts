import { providerClearing } from '@khlang/ledger/accounts.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { betPlace, betSettle, bonusGrant } from '@khlang/ledger/wallet.ts'
import { withdrawHold, withdrawRelease, withdrawSent } from '@khlang/ledger/withdrawals.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedgerWorld, day, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { ApiError } from '../api-error.ts'
import { createPool } from '../db/db.ts'
import { GroupCommit } from './group-commit.ts'
import { refusalOf } from './ledger-error.ts'
import { balancesOf, openAccounts, startFolder } from './ledger-store.ts'
import { columnsOf, postTransfersText } from './posting-columns.ts'

const memberIds = Array.from({ length: 12 }, (_, n) => `m${n}`)
let world: LedgerWorld
let number = 0
const bet = (memberId: string, amountMinor: number) => ({
  sourceId: `b${(number += 1)}`,
  memberId,
  providerId: 'p',
  amountMinor,
  businessOn: day,
})
const outcome = (work: Promise<{ outcome: string }>) =>
  work.then(
    (result) => result.outcome,
    (error: unknown) => refusalOf(error) ?? (error instanceof ApiError ? error.code : error),
  )

beforeAll(async () => {
  world = await createLedgerWorld(memberIds, 40)
  await openAccounts(world.db, [providerClearing('p')])
})
afterAll(async () => {
  await world.end()
})

describe('group commit', () => {
  test('answers each caller for its own posting, and none falls with its neighbour', async () => {
    const group = new GroupCommit(world.pool)
    await world.fund('m0', 100)
    const one = betPlace(bet('m0', 60))
    const nobody = betPlace(bet('nobody', 1))
    const poison: Posting = { ...betPlace(bet('m0', 1)), businessOn: '0000-01-01', valueOn: '0000-01-01' }
    const answers = await Promise.all(
      [
        one,
        betPlace(bet('m0', 60)),
        nobody,
        poison,
        { ...one },
        { ...one, legs: one.legs.map((each) => ({ ...each, amountMinor: 1 })) },
      ].map((posting) => outcome(group.post(posting))),
    )
    expect(answers.filter((_, at) => at !== 3)).toEqual([
      'posted',
      'insufficientFunds',
      'accountUnknown',
      'replayed',
      'keyMismatch',
    ])
    expect(answers[3]).toMatchObject({ code: '22008' })
    expect(await world.cash('m0')).toBe(40)
    expect(await world.judge()).toEqual([])
  })

  test('posts later what was busy, and does not hold up the others', async () => {
    const group = new GroupCommit(world.pool)
    const locker = await world.pool.connect()
    await locker.query('begin')
    const held = bonusGrant({
      sourceId: `c${(number += 1)}`,
      memberId: 'm1',
      amountMinor: 5,
      businessOn: day,
    })
    await locker.query(postTransfersText, ['strict', ...columnsOf([held])])
    const blocked = group.post(betSettle(bet('m1', 10)))
    expect(await outcome(group.post(betSettle(bet('m2', 10))))).toBe('posted')
    await locker.query('commit')
    locker.release()
    expect((await blocked).balancesAfter).toEqual([{ code: 'member:m1:cash', balanceMinor: 15 }])
    await group.drain()
  })

  test('decides anew what another process moved while it was deciding', async () => {
    const group = new GroupCommit(world.pool)
    await world.fund('m5', 100)
    await world.asAdmin(`
      create function wait_at_update() returns trigger language plpgsql as $$
        begin
          while not pg_try_advisory_xact_lock_shared(77) loop perform pg_sleep(0.01); end loop;
          return null;
        end $$;
      create trigger wait_at_update before update on accounts
        for each statement execute function wait_at_update()`)
    const other = await world.pool.connect()
    await other.query('select pg_advisory_lock(77)')
    const late = outcome(group.post(betPlace(bet('m5', 60))))
    const sleeping =
      "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    await expect.poll(async () => (await world.asAdmin(sleeping)).rowCount).toBe(1)
    await other.query(postTransfersText, ['strict', ...columnsOf([betPlace(bet('m5', 60))])])
    await other.query('select pg_advisory_unlock(77)')
    other.release()
    expect(await late).toBe('insufficientFunds')
    await world.asAdmin('drop trigger wait_at_update on accounts')
    expect(await world.cash('m5')).toBe(40)
    expect(await world.judge()).toEqual([])
  })

  test('posts what moves one account in the order it came, however many lanes there are', async () => {
    const group = new GroupCommit(world.pool, { lanes: 3, batchMax: 4 })
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        group.post(betSettle(bet(n % 2 === 0 ? 'm6' : `m${7 + (n % 5)}`, 1))),
      ),
    )
    const ids = results.filter((_, n) => n % 2 === 0).flatMap((result) => result.transferIds)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('says outcomeUnknown when the connection goes, and the same key then finds out', async () => {
    const pool = createPool(world.pool.options.connectionString ?? '', { max: 2 })
    const group = new GroupCommit(pool)
    const blocker = await world.pool.connect()
    await blocker.query('begin')
    await blocker.query('select pg_advisory_xact_lock(ledger_gate())')
    const one = betSettle(bet('m3', 7))
    const first = outcome(group.post(one))
    await expect
      .poll(
        async () =>
          (
            await world.asAdmin(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'advisory'`)
          ).rowCount,
      )
      .toBe(1)
    expect(await first).toBe('outcomeUnknown')
    await blocker.query('rollback')
    blocker.release()
    expect(await outcome(group.post(one))).toBe('posted')
    expect(await outcome(group.post(one))).toBe('replayed')
    await pool.end()
  })

  test('refuses with ledgerBusy when too many wait, and unavailable without a database', async () => {
    const group = new GroupCommit(world.pool, { queueMax: 1 })
    const answers = await Promise.all([
      outcome(group.post(betSettle(bet('m4', 1)))),
      outcome(group.post(betSettle(bet('m4', 1)))),
    ])
    expect(answers).toEqual(['posted', 'ledgerBusy'])
    const gone = createPool('postgres://khlang_app@127.0.0.1:1/none', { max: 1 })
    expect(await outcome(new GroupCommit(gone).post(betSettle(bet('m4', 1))))).toBe('unavailable')
    await gone.end()
  })
})

/** A small seeded generator, so that a failing run can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('32 random clients, strict and grouped, while folding: no deadlock, no gap, balanced', async () => {
  const seed = Date.now() % 2 ** 31
  const group = new GroupCommit(world.pool, { batchMax: 16 })
  const folder = startFolder(world.pool, { everyMs: 20 })
  await Promise.all(memberIds.map((id) => world.fund(id, 5000)))
  const results = await Promise.all(
    Array.from({ length: 32 }, async (_, client) => {
      const random = randomOf(seed + client)
      const seen: unknown[] = []
      for (let step = 0; step < 25; step += 1) {
        const [a, b] = [memberIds[random(12)] ?? 'm0', memberIds[random(12)] ?? 'm0']
        const amountMinor = 1 + random(900)
        const cause = { sourceId: `r${client}-${step}`, memberId: a, amountMinor, businessOn: day }
        const kind = random(5)
        if (kind < 2)
          seen.push(
            await outcome(
              group.post(
                random(2) === 0
                  ? betPlace({ ...cause, providerId: 'p' })
                  : betSettle({ ...cause, providerId: 'p' }),
              ),
            ),
          )
        else if (kind === 2) {
          // Two members in any order: only sorted locks keep this from a deadlock.
          const two = [
            betPlace({ ...cause, providerId: 'p' }),
            betSettle({ ...cause, memberId: b, providerId: 'p' }),
          ]
          seen.push(await outcome(world.post(...two).then(() => ({ outcome: 'posted' }))))
        } else {
          seen.push(await outcome(world.post(withdrawHold(cause)).then(() => ({ outcome: 'posted' }))))
          const end =
            random(2) === 0 ? withdrawRelease(cause) : withdrawSent({ ...cause, bankAccountId: 'kbank' })
          seen.push(await outcome(world.post(end).then(() => ({ outcome: 'posted' }))))
        }
      }
      return seen
    }),
  )
  await group.drain()
  await folder.stop()
  const unexpected = results
    .flat()
    .filter((each) => !['posted', 'insufficientFunds', 'holdNotOpen'].includes(String(each)))
  expect({ seed, unexpected }).toEqual({ seed, unexpected: [] })
  expect(results.flat().filter((each) => each === 'posted').length).toBeGreaterThan(300)
  expect(await world.judge()).toEqual([])
})

test('a house balance is exact at every moment, however the tail is folded', async () => {
  const codes = ['provider:p:clearing']
  const group = new GroupCommit(world.pool)
  const start = (await balancesOf(world.db, codes)).get('provider:p:clearing') ?? 0
  const crowd = { isDone: false }
  let before = start
  const watch = (async () => {
    while (!crowd.isDone) {
      const now = (await balancesOf(world.db, codes)).get('provider:p:clearing') ?? 0
      expect(now).toBeLessThanOrEqual(before)
      before = now
      await world.pool.query('select fold_house_deltas()')
    }
  })()
  for (let round = 0; round < 20; round += 1)
    await Promise.all(memberIds.map((id) => group.post(betSettle(bet(id, 3)))))
  crowd.isDone = true
  await watch
  expect((await balancesOf(world.db, codes)).get('provider:p:clearing')).toBe(start - 20 * 12 * 3)
  const folded = await world.asAdmin(
    "select balance_minor from accounts where code = 'provider:p:clearing'",
  )
  expect(Number(folded.rows[0]?.balance_minor)).not.toBe(0)
})
