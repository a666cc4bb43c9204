import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { works } from '../services.ts'

// A step that its own time limit ends is no standstill: it is tried again, smaller, until all is done.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  await database.plant('create sequence step_refusals')
  await database.plant(`create function refuse_large_step() returns trigger language plpgsql
    security definer as $$
    begin
      if (select count(*) from moved) > 100 then
        perform nextval('step_refusals');
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return null;
    end $$`)
  await database.plant(`create function refuse_long_way() returns trigger language plpgsql
    security definer as $$
    begin
      if new.group_event_id - old.group_event_id > 100 then
        perform nextval('step_refusals');
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return new;
    end $$`)
  const large = (table: string, act: string, rows: 'old' | 'new') =>
    database.plant(`create trigger large_step after ${act} on ${table}
      referencing ${rows} table as moved for each statement execute function refuse_large_step()`)
  await large('activity_seals', 'insert', 'new')
  await large('event_hints', 'delete', 'old')
  await large('machine_nonces', 'delete', 'old')
  await large('statement_lines', 'update', 'new')
  await large('deposits', 'update', 'new')
  await database.plant(`create trigger long_way before update on event_progress for each row
    execute function refuse_long_way()`)
})
afterAll(() => server.stop())

const workOf = (name: string) => {
  const found = works.find((work) => work.name === name)
  if (found === undefined) throw new Error(`No such work: ${name}`)
  return found
}
const count = async (from: string): Promise<number> => {
  const { rows } = await server.services.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return rows[0]?.n ?? 0
}
const refusals = async (): Promise<number> => {
  const [row] = await server.database.asAdmin<{ n: number }>(
    'select case when is_called then last_value else 0 end::int as n from step_refusals',
  )
  return row?.n ?? 0
}

const each = 'generate_series(1, 300) n'
const cases: readonly (readonly [name: string, plant: string, left: string])[] = [
  [
    'activitySeals',
    `insert into activity_log (actor_kind, entity, entity_id, action)
     select 'system', 'list', null, 'steps' from ${each}`,
    `activity_log l where not exists (select from activity_seals s where s.activity_id = l.id)`,
  ],
  [
    'events',
    `insert into event_hints (topic, entity_id) select 'member', 'mbr_' || n from ${each}`,
    'event_hints',
  ],
  [
    'groups',
    `insert into events (code, entity, entity_id, occurrence)
     select 'deposit.credited', 'deposit', 'dep_' || n, clock_timestamp()::text from ${each}`,
    'events where id > (select group_event_id from event_progress)',
  ],
  [
    'oldNonces',
    `insert into machine_nonces (key_id, nonce, at)
     select 'k', n || ' ' || clock_timestamp(), now() - interval '2 hours' from ${each}`,
    'machine_nonces',
  ],
  [
    'hints',
    `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
       source, dedupe_key, chain, state, hint_until, business_on, value_on)
     select '00000000-0000-7000-8000-000000000001', 'in', 1, 'none', now(), 'push',
            n || ' ' || clock_timestamp(), 'hint', 'waiting', now() - interval '1 minute', current_date,
            current_date from ${each}`,
    `statement_lines where state = 'waiting'`,
  ],
  [
    'depositRequests',
    `insert into deposits (reference, member_id, state, method, by_kind, amount_requested_minor,
       expires_at, business_on)
     select n || ' ' || clock_timestamp(), uuidv7(), 'created', 'bank', 'member', 1,
            now() - interval '1 minute', current_date from ${each}`,
    `deposits where state = 'created'`,
  ],
]

test.each(cases)(
  '%s: what does not fit is done in smaller steps, of a size that is kept',
  async (name, plant, left) => {
    const { run, progress } = workOf(name)
    const behind = async () =>
      (await progress?.(server.services))?.some(({ done, newest }) => newest - done >= 300)
    const refusedInRun = async () => {
      await server.database.plant(plant)
      expect(await count(left)).toBeGreaterThanOrEqual(300)
      expect(await behind()).toBe(progress && true)
      const before = await refusals()
      await run(server.services, new AbortController().signal)
      expect([await count(left), await behind()]).toEqual([0, progress && false])
      return (await refusals()) - before
    }
    const [first, second] = [await refusedInRun(), await refusedInRun()]
    expect(first).toBeGreaterThan(1)
    // What the first run has learnt the second need not learn again.
    expect(second).toBeLessThan(first)
  },
)

test('news that nobody tells is behind', async () => {
  const behind = async () => {
    const all = (await workOf('outbox').progress?.(server.services)) ?? []
    return all.map(({ done, newest }) => newest - done)
  }
  await server.database.plant('truncate outbox')
  expect(await behind()).toEqual([0])
  await server.database.plant(`insert into outbox (topic, entity_id) select 'member', 'm' from ${each}`)
  expect(await behind()).toEqual([300])
})
