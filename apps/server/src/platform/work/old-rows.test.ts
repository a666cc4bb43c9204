import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { oldRowsWork } from './old-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = async (name: string) => {
  const found = oldRowsWork.find((work) => work.name === name)
  if (!found) throw new Error(`No such work: ${name}`)
  await found.run(server.services, new AbortController().signal)
}
const kept = async (column: string, table: string): Promise<string[]> => {
  const { rows } = await server.services.pool.query<{ name: string }>(
    `select ${column}::text as name from ${table} order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('answers of repeated requests are kept seven days, however many there are', async () => {
  await server.database.plant(`insert into idempotency_keys (actor, call, key, request_hash, created_at)
    select 'a', 'c', 'old-' || n, '', now() - interval '7 days 1 minute' from generate_series(1, 12000) n
    union all values ('a', 'c', 'young', ''::bytea, now() - interval '6 days 23 hours')`)
  await run('oldIdempotencyKeys')
  expect(await kept('key', 'idempotency_keys')).toEqual(['young'])
})

test('nonces are kept longer than any request with them lives', async () => {
  await server.database.plant(`insert into machine_keys (id, kind, subject_id, name, secret)
    values ('k', 'device', 's', 'n', '')`)
  await server.database.plant(`insert into machine_nonces (key_id, nonce, at) values
    ('k', 'long-over', now() - interval '61 minutes'), ('k', 'may-live', now() - interval '11 minutes')`)
  await run('oldNonces')
  expect(await kept('nonce', 'machine_nonces')).toEqual(['may-live'])
})

test('how calls of a provider went is kept 400 days', async () => {
  await server.database.plant(`insert into provider_calls (business_on, provider_id, way, outcome, hour_at,
      calls, within)
    select (now() - make_interval(days => d))::date, gen_random_uuid(), 'in', 'done', now(), d,
        array_fill(0, array[26]) from unnest('{399,402}'::int[]) d`)
  await run('oldProviderCalls')
  expect(await kept('calls', 'provider_calls')).toEqual(['399'])
})

test('guesses are forgotten a day after their window and their lock', async () => {
  await server.database.plant(`insert into login_failures
      (username_key, device_key, failures, window_started_at, not_before, locked_until) values
    ('over', 'd', 3, now() - interval '25 hours', null, null),
    ('both over', 'd', 9, now() - interval '2 days', now() - interval '25 hours', now() - interval '1 day'),
    ('locked', 'd', 10, now() - interval '2 days', now() - interval '25 hours', now() + interval '1 hour'),
    ('today', 'd', 3, now() - interval '23 hours', null, null)`)
  await server.database.plant(`insert into address_failures (address, failures, window_started_at) values
    ('1.1.1.1', 3, now() - interval '25 hours'), ('2.2.2.2', 3, now())`)
  await run('oldGuesses')
  expect(await kept('username_key', 'login_failures')).toEqual(['locked', 'today'])
  expect(await kept('address', 'address_failures')).toEqual(['2.2.2.2'])
})

test('sessions are kept 400 days, and the last full one of a person for ever', async () => {
  const person = await server.person()
  const other = await server.person()
  await server.database.plant('delete from sessions')
  const add = (token: string, employeeId: string, kind: string, age: string) =>
    server.database.plant(
      `insert into sessions (token_hash, kind, employee_id, address, device, idle_ends_at, expires_at)
       values (convert_to($1, 'UTF8'), $3, $2, '127.0.0.1', $1, now() - $4::interval, now() - $4::interval)`,
      [token, employeeId, kind, age],
    )
  await add('first', person.id, 'full', '500 days')
  await add('early', person.id, 'preOtp', '401 days')
  await add('year', person.id, 'full', '399 days')
  await add('last', other.id, 'full', '500 days')
  // Whoever knows the password alone makes nobody forget when they were here last.
  await add('try', other.id, 'preOtp', '1 day')
  await run('oldSessions')
  expect(await kept('device', 'sessions')).toEqual(['last', 'try', 'year'])
  // The newest of all stays, whatever it is: that there was one tells that the start is long over.
  await server.database.plant('delete from sessions')
  await add('older', person.id, 'preOtp', '500 days')
  await add('newest', other.id, 'preOtp', '401 days')
  await run('oldSessions')
  expect(await kept('device', 'sessions')).toEqual(['newest'])
  // The product itself may delete none.
  await expect(server.services.pool.query('delete from sessions')).rejects.toMatchObject({ code: '42501' })
})

test('notices go when no inbox shows them, unless they told of a link; events after 400 days', async () => {
  const person = await server.person()
  await server.database.plant('delete from notifications')
  const event = (code: string, age: string) =>
    server.database.plant(
      `insert into events (code, entity, entity_id, at) values ($1, 'e', 'e', now() - $2::interval)`,
      [code, age],
    )
  for (const [code, age] of [
    ['named', '401 days'],
    ['forgotten', '401 days'],
    ['young', '399 days'],
  ] as const)
    await event(code, age)
  await server.database.plant('update event_progress set group_event_id = (select max(id) from events)')
  await event('untold', '401 days')
  await server.database.plant(
    `insert into notifications (event_id, code, severity, title, body, audience, author_id, created_at)
     select (select id from events e where e.code = x.code), x.code, 'info', '{}', '{}', 'all',
            case when x.code <> 'named' then $1::uuid end, now() - x.age::interval
       from (values ('shown', '30 days'), ('unread', '32 days'), ('read', '32 days'), ('told', '32 days'),
                    ('named', '30 days')) x (code, age)`,
    [person.id],
  )
  await server.database.plant(
    `insert into notification_reads (employee_id, notification_id)
     select $1, id from notifications where code in ('shown', 'read', 'told')`,
    [person.id],
  )
  await server.database.plant(
    `insert into employee_link_tellings (link_id, notification_id)
     select 1, id from notifications where code = 'told'`,
  )
  await server.database.plant(
    `insert into chat_deliveries (group_id, event_ids, state, created_at, done_at, error)
     select uuidv7(), '{}', x.state, now() - interval '90 days', now() - x.age::interval, x.error
       from (values ('sent', '32 days', 'old'), ('failed', '32 days', 'old'), ('sent', '30 days', 'young'),
                    ('pending', null, 'waits')) x (state, age, error)`,
  )
  await run('oldNotices')
  expect(await kept('code', 'notifications')).toEqual(['named', 'shown', 'told'])
  expect(
    await kept('n.code', 'notification_reads d join notifications n on n.id = d.notification_id'),
  ).toEqual(['shown'])
  expect(await kept('error', 'chat_deliveries')).toEqual(['waits', 'young'])
  expect(await kept('code', `events where entity = 'e'`)).toEqual(['named', 'untold', 'young'])
  // The product itself may delete none of them.
  for (const table of ['notifications', 'notification_reads', 'chat_deliveries', 'events'])
    await expect(server.services.pool.query(`delete from ${table}`)).rejects.toMatchObject({
      code: '42501',
    })
})
