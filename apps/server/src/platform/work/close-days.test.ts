import { bonusGrant } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedgerWorld, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { accountsOfMember, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { addDays, businessOn } from '../business-day.ts'
import { closeDueDays, dayNotClosed, lastClosableOn } from './close-days.ts'
import { balanceOn, closeBusinessDay, openAccounts, postStrict } from '../posting/ledger-store.ts'

const midnight = { dayCutOffMinutes: 0 }
const eleven = { dayCutOffMinutes: 660 }

describe('the last day that may be closed', () => {
  test.each([
    ['ten minutes after midnight in Bangkok', midnight, '2026-03-01T17:10:00.000Z', '2026-03-01'],
    ['one moment before that', midnight, '2026-03-01T17:09:59.999Z', '2026-02-28'],
    ['ten minutes after the cut-off', eleven, '2026-03-02T04:10:00.000Z', '2026-03-01'],
    ['one moment before that, too', eleven, '2026-03-02T04:09:59.999Z', '2026-02-28'],
  ])('%s', (_, settings, at, expected) => {
    expect(lastClosableOn(settings, Date.parse(at))).toBe(expected)
  })
})

describe('closing the days that are over', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await openAccounts(server.services.db, [...sharedAccounts, ...accountsOfMember('anan')])
  })
  afterAll(() => server.stop())

  const today = () => businessOn(midnight, Date.now())
  const daysAgo = (days: number) => addDays(today(), -days)
  let posted = 0
  const post = async (on: string, amountMinor = 100) => {
    posted += 1
    const grant = bonusGrant({ sourceId: `g${posted}`, memberId: 'anan', amountMinor, businessOn: on })
    await server.services.db.transaction().execute((tx) => postStrict(tx, [grant]))
  }
  const closed = async () => {
    const { rows } = await server.services.pool.query<{ on: string; digest: Buffer | null; count: number }>(
      `select business_on as on, digest, transfer_count as count from day_closings order by business_on`,
    )
    return rows
  }
  const openAlarms = async () => {
    const { rows } = await server.services.pool.query<{ on: string }>(
      `select entity_id as on from alarms where code = $1 and cleared_at is null`,
      [dayNotClosed],
    )
    return rows.map(({ on }) => on)
  }

  test('closes nothing before anything was posted', async () => {
    await closeDueDays(server.services)
    expect(await closed()).toEqual([])
  })

  test('catches up in order from the first posting on, an own digest a day, today stays open', async () => {
    await post(daysAgo(4))
    await post(daysAgo(2))
    await post(today())
    // A server whose clock is a day ahead closes no day on which others still post.
    server.clock.ms = 24 * 3_600_000
    const races = [1, 2, 3].map(() => closeDueDays(server.services))
    const results = await Promise.allSettled(races)
    server.clock.ms = 0
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    await closeDueDays(server.services)
    const rows = await closed()
    const last = lastClosableOn(midnight, Date.now())
    const expected = [4, 3, 2, 1].map(daysAgo).filter((on) => on <= last)
    expect(rows.map(({ on }) => on)).toEqual(expected)
    expect(rows.slice(0, 3).map(({ count }) => count)).toEqual([1, 0, 1])
    expect(new Set(rows.map(({ digest }) => digest?.toString('hex'))).size).toBe(rows.length)
    await post(today())
    expect(await openAlarms()).toEqual([])
  })

  test('says so when a day cannot be closed, leaves the later ones, and goes on once it can', async () => {
    // Forgets all closings, as a superuser may, and puts the days out of order.
    await server.database.plant(`set session_replication_role = replica; delete from balance_closings;
      delete from day_closings; create function out_of_order() returns trigger language plpgsql as
      $f$ begin raise exception 'disk is full'; end $f$;
      create trigger out_of_order before update on day_closings for each row execute function out_of_order()`)
    await expect(closeDueDays(server.services)).rejects.toThrow(/disk is full/)
    expect(await openAlarms()).toEqual([daysAgo(4)])
    expect((await closed()).map(({ on, digest }) => [on, digest])).toEqual([[daysAgo(4), null]])
    await server.database.plant('drop trigger out_of_order on day_closings')
    await closeDueDays(server.services)
    expect((await closed())[0]).toMatchObject({ on: daysAgo(4), count: 1 })
    expect((await closed()).length).toBeGreaterThanOrEqual(3)
    expect(await openAlarms()).toEqual([])
  })
})

describe('a day', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await openAccounts(server.services.db, [...sharedAccounts, ...accountsOfMember('anan')])
    await server.set({ dayCutOffMinutes: 660 })
    const cause = { sourceId: 'one', memberId: 'anan', amountMinor: 100, businessOn: '2026-03-01' }
    await server.services.db.transaction().execute((tx) => postStrict(tx, [bonusGrant(cause)]))
  })
  afterAll(() => server.stop())
  const query = async (text: string) =>
    (await server.services.pool.query<{ on: string }>(text)).rows.map(({ on }) => on)
  const closed = () => query('select business_on as on from day_closings order by 1')
  const alarms = () => query('select entity_id as on from alarms where cleared_at is null')
  const closeAt = (at: string, stopping?: AbortSignal) =>
    closeDueDays({ ...server.services, now: () => Date.parse(at) }, stopping)

  test('is closed from ten minutes after its end on, and told of an hour after that', async () => {
    // 11:00 in Bangkok ends the day.
    await closeAt('2026-03-02T04:09:59.999Z')
    expect(await closed()).toEqual([])
    await server.database.plant(`create function stuck() returns trigger language plpgsql as
      $f$ begin raise exception 'stuck'; end $f$;
      create trigger stuck before insert on day_closings for each row execute function stuck()`)
    await expect(closeAt('2026-03-02T04:10:00.000Z')).rejects.toThrow('stuck')
    await expect(closeAt('2026-03-02T05:09:59.999Z')).rejects.toThrow('stuck')
    expect(await alarms()).toEqual([])
    await expect(closeAt('2026-03-02T05:10:00.000Z')).rejects.toThrow('stuck')
    expect(await alarms()).toEqual(['2026-03-01'])
    await server.database.plant('drop trigger stuck on day_closings')
    await closeAt('2026-03-02T04:10:00.000Z')
    expect([await closed(), await alarms()]).toEqual([['2026-03-01'], []])
  })

  test('of a long stop is caught up with, a month at a time, unless the server stops', async () => {
    await closeAt('2026-05-01T00:00:00.000Z', AbortSignal.abort())
    expect(await closed()).toEqual(['2026-03-01'])
    await closeAt('2026-05-01T00:00:00.000Z')
    const days = await closed()
    expect([days.length, days.at(-1)]).toEqual([32, '2026-04-01'])
    await closeAt('2026-05-01T00:00:00.000Z')
    expect((await closed()).at(-1)).toBe('2026-04-29')
  })
})

describe('two days closed one after the other', () => {
  let world: LedgerWorld
  beforeAll(async () => {
    world = await createLedgerWorld(['busaba'])
  })
  afterAll(() => world.end())

  test('count each movement once: balances are exact on either day and after', async () => {
    const grant = (sourceId: string, on: string, amountMinor: number) =>
      world.post(bonusGrant({ sourceId, memberId: 'busaba', amountMinor, businessOn: on }))
    await grant('a', '2026-03-02', 1_000)
    await grant('b', '2026-03-02', 200)
    await grant('c', '2026-03-03', 30)
    await closeBusinessDay(world.pool, '2026-03-02')
    await closeBusinessDay(world.pool, '2026-03-03')
    const wallets = await world.pool.query<{ code: string }>(
      `select code from accounts where code like 'member:busaba:%' and balance_minor <> 0`,
    )
    const [code = ''] = wallets.rows.map((row) => row.code)
    expect(await balanceOn(world.db, code, '2026-03-02')).toBe(1_200)
    expect(await balanceOn(world.db, code, '2026-03-03')).toBe(1_230)
    await grant('d', '2026-03-04', 4)
    expect(await balanceOn(world.db, code, '2026-03-04')).toBe(1_234)
    expect(await world.judge()).toEqual([])
  })
})

describe('the day of the database', () => {
  let world: LedgerWorld
  beforeAll(async () => {
    world = await createLedgerWorld([])
  })
  afterAll(() => world.end())
  const dayOf = async (at: string): Promise<string> => {
    const { rows } = await world.pool.query<{ on: string }>('select business_day_of($1) as on', [at])
    return rows[0]?.on ?? ''
  }

  test('begins at midnight in Bangkok, and at the cut-off, as the server says', async () => {
    expect(await dayOf('2026-02-28T16:59:59.999Z')).toBe('2026-02-28')
    expect(await dayOf('2026-02-28T17:00:00.000Z')).toBe('2026-03-01')
    for (const settings of [midnight, eleven]) {
      await world.asAdmin(
        `delete from brand_settings;
         insert into brand_settings (value) values ('${JSON.stringify(settings)}')`,
      )
      for (let hour = 0; hour < 24; hour += 1) {
        const at = `2025-12-31T${String(hour).padStart(2, '0')}:30:00.000Z`
        expect(await dayOf(at), at).toBe(businessOn(settings, at))
      }
    }
  })

  test('is what a row of typed credit is held to, five minutes to either side', async () => {
    await world.asAdmin(`create or replace function business_day_of(p_at timestamptz) returns date
      language sql stable as $$ select case when p_at < now() then date '2026-03-01' else '2026-03-02' end $$;
      create table probe (business_on date, created_at timestamptz default now());
      create trigger guarded before insert on probe for each row execute function guard_adjustment_day()`)
    const write = (on: string) =>
      world.asAdmin(`insert into probe values ('${on}')`).then(
        () => 'taken',
        (error: unknown) => (error as { code?: string }).code,
      )
    expect(await write('2026-03-01')).toBe('taken')
    expect(await write('2026-03-02')).toBe('taken')
    expect(await write('2026-02-28')).toBe('KL105')
    expect(await write('2026-03-03')).toBe('KL105')
    expect(await write(businessOn(midnight, Date.now()))).toBe('KL105')
  })
})
