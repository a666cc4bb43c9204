import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'
import { deliverGroups } from '../../testing/world/chats.ts'

// What leaves the house is what the owner of a group may read now, and goes where two people agreed to.

let server: TestServer
/** Reads deposits, looks after nobody. */
let clerk: Person
let manager: Person
let owner: Person
const inHouse = 'http://127.0.0.1:9'

beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.services, { egressAllow: ['127.0.0.1:9'] })
  clerk = await server.person({
    password,
    permissions: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] },
  })
  manager = await server.person({
    password,
    permissions: { employeeManagement: ['isRead', 'isUpdate'] },
  })
  owner = await server.person({ isAdmin: true })
})
afterAll(() => server.stop())
beforeEach(() => server.database.plant('truncate chat_deliveries, chat_groups'))

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const make = (by: Person, change: object = {}) =>
  by.call('groupNotifications.create', {
    name: `ห้อง ${crypto.randomUUID().slice(0, 6)}`,
    channel: 'telegram',
    target: '-100123',
    events: ['deposit.large'],
    credential: '123456:secret-token',
    ...change,
  })
let happened = 0
const happen = async (code_ = 'deposit.large') => {
  happened += 1
  await server.services.db
    .insertInto('events')
    .values({
      code: code_,
      entity: 'deposit',
      entity_id: `dep_${happened}`,
      detail: '{}',
      amount_minor: 9e8,
    })
    .execute()
  await deliverGroups(server.services)
}
/** What was given to the group for sending, whatever came of it. */
const assigned = async (id: string) => {
  const { rows } = await server.services.pool.query<{ codes: string[]; state: string }>(
    `select d.state, array(select e.code from events e where e.id = any(d.event_ids) order by e.id) as codes
       from chat_deliveries d where d.group_id = $1 order by d.created_at`,
    [decodeId('group', id)],
  )
  return rows
}
const placeOf = async (id: string) => (await owner.call('groupNotifications.get', { id })).place
const waitingFor = async (id: string) => {
  const { records } = await owner.call('approvals.list', { scope: 'toSettle' })
  return records.find((each) => each.kind === 'groupPlace' && each.entityId === id)
}
const settle = async (by: Person, id: string, isApproved = true) => {
  const approval = await waitingFor(id)
  return decideAs(by, approval?.id ?? '', isApproved)
}
const stored = async (id: string) => {
  const { version, name, channel, target, baseUrl, events } = await owner.call('groupNotifications.get', {
    id,
  })
  return { id, version, name, channel, target, baseUrl, events }
}

describe('a group outside the house', () => {
  test('is told nothing until a second person agreed to its place', async () => {
    const { id, place } = await make(clerk)
    expect(place).toBe('waiting')
    await happen()
    expect(await assigned(id)).toEqual([])
    expect(await code(settle(clerk, id))).not.toBe('done')
    const asked = await waitingFor(id)
    const { differences } = await manager.call('approvals.get', { id: asked?.id ?? '' })
    expect(differences).toEqual([
      { field: 'channel', before: null, after: 'telegram' },
      { field: 'target', before: null, after: '-100123' },
      { field: 'events', before: null, after: ['deposit.large'] },
    ])
    await settle(manager, id)
    expect(await placeOf(id)).toBe('open')
    await happen()
    expect(await assigned(id)).toMatchObject([{ codes: ['deposit.large'] }])
    const { rows } = await server.services.pool.query(
      `select action, actor_name as by, reason, after, detail ->> 'approvalId' as asked from activity_log
        where entity = 'group' and entity_id = $1 and action like 'groupPlace%' order by id`,
      [id],
    )
    const after = { channel: 'telegram', target: '-100123', baseUrl: null }
    expect(rows.filter(({ action }) => /Asked|Agreed/.test(String(action)))).toEqual([
      { action: 'groupPlaceAsked', by: clerk.username, reason: null, after, asked: asked?.id },
      { action: 'groupPlaceAgreed', by: manager.username, reason: 'looked at it', after, asked: null },
    ])
  })

  test('that is pointed elsewhere waits anew, and the request for the place of before is over', async () => {
    const { id } = await make(clerk)
    const before = await waitingFor(id)
    const other = await make(clerk)
    const ofOther = await waitingFor(other.id)
    // Saved as it was: the request for this place goes on.
    expect(await clerk.call('groupNotifications.update', await stored(id))).toMatchObject({
      place: 'waiting',
    })
    expect(await waitingFor(id)).toEqual(before)
    const moved = { ...(await stored(id)), target: '-200' }
    expect(await clerk.call('groupNotifications.update', moved)).toMatchObject({ place: 'waiting' })
    const old = await owner.call('approvals.get', { id: before?.id ?? '' })
    expect(old.state).toBe('withdrawn')
    expect(await waitingFor(other.id)).toEqual(ofOther)
    await settle(manager, id)
    const again = { ...(await stored(id)), target: '-300' }
    expect(await clerk.call('groupNotifications.update', again)).toMatchObject({ place: 'waiting' })
    await happen()
    expect(await assigned(id)).toEqual([])
  })

  test('whose place was refused says so, and asks again when it is saved again', async () => {
    const { id } = await make(clerk)
    await settle(manager, id, false)
    expect(await placeOf(id)).toBe('closed')
    expect(await clerk.call('groupNotifications.update', await stored(id))).toMatchObject({
      place: 'waiting',
    })
  })

  test('is not opened by SQL as the program itself', async () => {
    const { id } = await make(clerk)
    const bySql = server.services.pool.query(
      `update chat_groups set agreed_place = chat_place(channel, target, base_url) where id = $1`,
      [decodeId('group', id)],
    )
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
  })

  test('of the house’s own list needs nobody else', async () => {
    expect(await make(clerk, { baseUrl: inHouse })).toMatchObject({ place: 'open' })
  })
})

describe('what a group is told', () => {
  test('is chosen only of what its maker may read', async () => {
    const { events } = await clerk.call('groupNotifications.events', {})
    expect(events).toContain('deposit.large')
    for (const closed of [
      'admin.login_failed',
      'bank.balance_low',
      'risk.alert',
      'credit.manual',
    ] as const) {
      expect(events).not.toContain(closed)
      expect(await code(make(clerk, { events: [closed] }))).toBe('invalidValue')
    }
    const { events: all } = await owner.call('groupNotifications.events', {})
    expect(all).toContain('bank.balance_low')
  })

  test.each([
    ['who may see them alone', true, ['bank.frozen', 'bank.balance_low', 'bank.balance_high']],
    ['nobody else who reads own accounts', false, ['bank.frozen']],
  ])('of balances of own accounts goes to %s', async (_, seeOwnBalances, open) => {
    const reader = await server.person({
      permissions: { paymentAuto: ['isRead'] },
      abilities: { seeOwnBalances },
    })
    const { events } = await reader.call('groupNotifications.events', {})
    expect(events.filter((each) => each.startsWith('bank.')).toSorted()).toEqual(open.toSorted())
    for (const each of ['bank.balance_low', 'bank.balance_high'] as const) {
      const told = code(make(reader, { baseUrl: inHouse, events: [each] }))
      expect(await told).toBe(seeOwnBalances ? 'done' : 'invalidValue')
    }
  })

  test('is no more than its owner may read, whoever chose it', async () => {
    const { id } = await make(clerk, { baseUrl: inHouse })
    const more = { ...(await stored(id)), events: ['deposit.large' as const, 'credit.manual' as const] }
    expect(await code(owner.call('groupNotifications.update', more))).toBe('invalidValue')
  })

  test('ends with the right of its owner, also for what already waits', async () => {
    const { id } = await make(clerk, { baseUrl: inHouse, mergeSeconds: 60 })
    await happen()
    expect(await assigned(id)).toMatchObject([{ state: 'pending' }])
    const change = `update roles set permission = jsonb_set(permission,
      '{pretransactionDepositWithdraw,isRead}', $2::jsonb)
      where id = (select role_id from employees where id = $1)`
    await server.database.plant(change, [clerk.id, 'false'])
    await server.database.plant('update chat_deliveries set next_at = now()')
    await happen()
    expect(await assigned(id)).toEqual([{ state: 'dropped', codes: ['deposit.large'] }])
    await server.database.plant(change, [clerk.id, 'true'])
    await happen()
    expect(await assigned(id)).toHaveLength(2)
  })
})

test('what waits stays while its group is silent, and is dropped once its place is another', async () => {
  const { id } = await make(clerk, { mergeSeconds: 60 })
  await settle(manager, id)
  await happen()
  const due = async (set: string) => {
    await server.database.plant(`update chat_deliveries set next_at = now() - interval '1 second'`)
    await server.database.plant(set)
    await deliverGroups(server.services)
    return (await assigned(id)).map(({ state }) => state)
  }
  const ofOwner = (state: string) =>
    `update employees set state = '${state}' where id = (select owner_id from chat_groups)`
  expect(await due('update chat_groups set is_locked = true')).toEqual(['pending'])
  expect(await due(`update chat_groups set is_locked = false; ${ofOwner('locked')}`)).toEqual(['pending'])
  const moved = { ...(await stored(id)), target: '-200', mergeSeconds: 60 }
  await server.database.plant(ofOwner('active'))
  await clerk.call('groupNotifications.update', moved)
  expect(await due('select')).toEqual(['dropped'])
})

test('a group is found by its name, page by page in their order; a day’s messages are counted', async () => {
  for (const name of ['ห้อง C', 'ห้อง a', 'ห้อง B', 'other']) await make(clerk, { name, mergeSeconds: 60 })
  const names = async (input: object) => {
    const answers = await clerk.call('groupNotifications.list', input)
    return [answers.totalRecords, ...answers.records.map(({ name }) => name)]
  }
  const all = await names({ search: ' ห้อง ' })
  expect(new Set(all)).toEqual(new Set([3, 'ห้อง a', 'ห้อง B', 'ห้อง C']))
  const pages = [
    await names({ search: 'ห้อง', page: 1, size: 2 }),
    await names({ search: 'ห้อง', page: 2, size: 2 }),
  ]
  expect(pages).toEqual([all.slice(0, 3), [3, ...all.slice(3)]])
  expect(await names({ search: 'ห้อง A' })).toEqual([1, 'ห้อง a'])
  await server.database.plant(
    `insert into chat_deliveries (group_id, event_ids, state, done_at, created_at)
     select g.id, '{}', s.state, now(), now() - s.age from chat_groups g, (values
         ('sent', interval '23:59'), ('sent', interval '0'), ('sent', interval '1 day'),
         ('failed', interval '1 hour'), ('failed', interval '2 days')) s (state, age)
      where g.name = 'other'`,
  )
  const { records } = await clerk.call('groupNotifications.list', { search: 'other' })
  expect(records).toMatchObject([{ sentToday: 2, failedToday: 1, waiting: 0, owner: clerk.username }])
  const { deliveries } = await clerk.call('groupNotifications.get', { id: records[0]?.id ?? '' })
  expect(deliveries.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent', 'sent', 'failed'])
})
