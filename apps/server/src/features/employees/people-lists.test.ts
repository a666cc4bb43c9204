import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { hashCode } from '../../platform/security/passwords.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, key } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { mintAdminCode } from './first-people.ts'

// The lists of people and of roles: every filter leaves out what differs in that one thing.

let server: TestServer
let owner: Person
let admin: Person
let lead: Person
const reads = { dashboard: ['isRead'] } as const
const abilities = { approvalLimitMinor: 100, adjustmentPerDayMinor: 0 }
const all = { revealPii: false, exportData: false, seeOwnBalances: false, ...abilities }
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.person({ isAdmin: true, hasStepUp: true, abilities: { approvalLimitMinor: null } })
  admin = await server.person({ isAdmin: true, abilities: { approvalLimitMinor: null } })
  const permissions = { ...reads, roleManagement: ['isRead', 'isCreate', 'isUpdate'] } as const
  lead = await server.person({ permissions, abilities, hasStepUp: true })
})
afterAll(() => server.stop())

const plant = (statement: string, values: unknown[] = []) => server.database.plant(statement, values)
const idOf = (person: { id: string }) => encodeId('employee', person.id)

describe('people', () => {
  test('are found by each filter, whoever differs in it alone left out', async () => {
    const names = ['plain', 'locked', 'agent', 'offline', 'other', 'shown'] as const
    const people = new Map<string, Person>()
    for (const name of names)
      people.set(name, await server.person({ type: name === 'agent' ? 'agent' : 'staff' }))
    const of = (name: string) => people.get(name)?.id ?? ''
    for (const name of names)
      await plant(`update employees set username = $2, display_name = $3 where id = $1`, [
        of(name),
        name === 'shown' || name === 'other' ? `far-${name}` : `team7-${name}`,
        name === 'shown' ? 'ทีม TEAM7 เอก' : 'x',
      ])
    await plant(`update employees set state = 'locked' where id = $1`, [of('locked')])
    await plant('delete from sessions where employee_id = $1', [of('offline')])
    const found = async (filter: object) => {
      const { records } = await owner.call('employees.list', { username: 'Team7 '.trim(), ...filter })
      return records.map(({ username }) => username.replace('team7-', '')).toSorted()
    }
    expect(await found({})).toEqual(['agent', 'far-shown', 'locked', 'offline', 'plain'])
    expect(await found({ username: ' TEAM7-l' })).toEqual(['locked'])
    expect(await found({ states: ['locked', 'left'] })).toEqual(['locked'])
    expect(await found({ types: ['agent'] })).toEqual(['agent'])
    expect(await found({ isOnline: false })).toEqual(['offline'])
    expect(await found({ isOnline: true })).toEqual(['agent', 'far-shown', 'locked', 'plain'])
    const { roleId } = await owner.call('employees.get', { id: encodeId('employee', of('plain')) })
    expect(await found({ roleIds: [roleId] })).toEqual(['plain'])
    const numbered = await owner.call('employees.listNumbered', { username: 'team7' })
    expect(numbered.totalRecords).toBe(5)
  })

  test('are online by a whole session that is open; their page lists those, last used first', async () => {
    const person = await server.person()
    const isOnline = async () => (await owner.call('employees.get', { id: idOf(person) })).isOnline
    const isNow = async (set: string) => {
      await plant(`update sessions set ${set} where employee_id = $1`, [person.id])
      return isOnline()
    }
    expect(await isOnline()).toBe(true)
    const [open, later] = [`now() + interval '1 hour'`, `now() + interval '2 hours'`]
    expect(await isNow(`kind = 'preOtp'`)).toBe(false)
    expect(await isNow(`kind = 'full', idle_ends_at = now()`)).toBe(false)
    expect(await isNow(`idle_ends_at = ${open}, expires_at = now()`)).toBe(false)
    expect(await isNow(`expires_at = ${later}`)).toBe(true)
    await plant(
      `insert into sessions (token_hash, kind, employee_id, address, device, idle_ends_at, expires_at,
         last_seen_at, ended_at, ended_by)
       select sha256(device::bytea), kind, $1, '', device, idle, ends, seen, ended,
           case when ended is not null then 'logout' end
         from (values ('full', 'fresh', ${open}, ${later}, now() + interval '1 minute', null::timestamptz),
           ('full', 'stale', ${open}, ${later}, now() - interval '1 day', null),
           ('preOtp', 'early', ${open}, ${later}, now(), null),
           ('full', 'idle', now(), ${later}, now(), null),
           ('full', 'old', ${open}, now(), now(), null), ('full', 'out', ${open}, ${later}, now(), now())
         ) v (kind, device, idle, ends, seen, ended)`,
      [person.id],
    )
    const { sessions } = await owner.call('employees.get', { id: idOf(person) })
    expect(sessions.map(({ device }) => device)).toEqual(['fresh', 'test', 'stale'])
    expect(await isNow(`ended_at = now(), ended_by = 'logout'`)).toBe(false)
  })

  test('come the newest first, in pages that neither leave out nor repeat anybody', async () => {
    const made: Person[] = []
    for (let count = 0; count < 5; count += 1) made.push(await server.person())
    for (const [at, { id }] of made.entries())
      await plant(
        `update employees set username = 'paged' || $2::int, created_at = now() + $3 * interval '1 hour'
          where id = $1`,
        [id, at, Math.floor(at / 2)],
      )
    const { rows } = await server.services.pool.query<{ username: string }>(
      `select username from employees where username like 'paged%' order by created_at desc, id desc`,
    )
    const expected = rows.map(({ username }) => username)
    const numbered: string[] = []
    for (const page of [1, 2, 3]) {
      const answer = await owner.call('employees.listNumbered', { page, size: 2, username: 'paged' })
      expect(answer).toMatchObject({ currentPage: page, totalPages: 3, totalRecords: 5 })
      numbered.push(...answer.records.map(({ username }) => username))
    }
    const keyset = await owner.call('employees.list', { username: 'paged', size: 10 })
    expect([numbered, keyset.records.map(({ username }) => username)]).toEqual([expected, expected])
  })

  test('show the change that waits, the oldest first, while it waits', async () => {
    const [person, other] = [await server.person(), await server.person()]
    const id = idOf(person)
    const { roleId } = await owner.call('employees.get', { id: idOf(other) })
    const { approvalId } = await owner.call('employees.setRole', { id, roleId, reason: 'ทดสอบ' })
    const sheet = { displayName: person.username, phone: '', shift: '', addresses: [], reason: 'ทดสอบ' }
    const limits = { approvalLimitMinor: null, adjustmentPerDayMinor: 70 }
    const asked = await owner.call('employees.update', { id, version: 1, ...sheet, ...limits })
    expect(asked.state).toBe('waiting')
    const seen = async (by: Person) => {
      const { pending, pendings } = await by.call('employees.get', { id })
      const { records } = await by.call('employees.list', { username: person.username })
      expect(records[0]?.pending).toEqual(pending)
      return pendings.map((each) => [each.kind, each.maker, each.isOwn])
    }
    const reader = await server.person({ permissions: { employeeManagement: ['isRead'] } })
    const [first, second] = ['employeeRole', 'employeeLimits'].map((kind) => [kind, owner.username])
    expect(await seen(owner)).toEqual([
      [...(first ?? []), true],
      [...(second ?? []), true],
    ])
    expect(await seen(reader)).toEqual([
      [...(first ?? []), false],
      [...(second ?? []), false],
    ])
    const listed = async (by: Person, scope: 'own' | 'settled' | 'toSettle') => {
      const { records } = await by.call('approvals.list', { scope, size: 100 })
      return records.flatMap(({ kind, state, entityId }) => (entityId === id ? [[kind, state]] : []))
    }
    const waiting = [
      ['employeeLimits', 'pending'],
      ['employeeRole', 'pending'],
    ]
    expect([await listed(owner, 'own'), await listed(owner, 'settled')]).toEqual([waiting, []])
    expect([await listed(admin, 'toSettle'), await listed(admin, 'own')]).toEqual([waiting, []])
    expect(await listed(owner, 'toSettle')).toEqual([])
    await owner.call('approvals.cancel', { id: approvalId ?? '', comment: 'a wrong role' })
    expect(await seen(owner)).toEqual([[...(second ?? []), true]])
    const [row] = await server.database.asAdmin<object>(
      `select actor_name as actor, reason, detail from activity_log where action = 'employeeRoleWithdrawn'`,
    )
    expect(row).toEqual({
      actor: owner.username,
      reason: 'a wrong role',
      detail: { approvalId, askedBy: owner.username, askedReason: 'ทดสอบ', entityName: person.username },
    })
    await plant(`update approvals set expires_at = now() where state = 'pending'`)
    expect(await seen(owner)).toEqual([])
    const over = [
      ['employeeLimits', 'expired'],
      ['employeeRole', 'withdrawn'],
    ]
    expect([await listed(owner, 'settled'), await listed(admin, 'settled')]).toEqual([over, over])
    expect(await listed(admin, 'toSettle')).toEqual([])
  })
})

describe('roles', () => {
  const make = (by: Person, change: object = {}) =>
    by.call(
      'roles.create',
      {
        roleName: 'x',
        description: '',
        isAdmin: false,
        permission: permissionMap((resource, action) => resource === 'dashboard' && action === 'isRead'),
        abilities: all,
        ...change,
      },
      key(),
    )
  const nothing = { permission: permissionMap(() => false) }

  test('are found in name and description, by name, page by page, with who holds them', async () => {
    for (const [roleName, description] of [
      ['Zulu b', 'night SHIFT9'],
      ['shift9 a', ''],
      ['Alpha c', 'Shift9 too'],
      ['none', ''],
    ])
      await make(owner, { roleName, description, ...nothing })
    const [first, last] = [await server.person(), await server.person()]
    const { records } = await owner.call('roles.list', { search: ' sHift9' })
    const names = records.map(({ roleName }) => roleName)
    expect(names.toSorted()).toEqual(['Alpha c', 'Zulu b', 'shift9 a'])
    const paged = async (page: number) => {
      const answer = await owner.call('roles.list', { search: 'shift9', page, size: 2 })
      expect(answer.totalRecords).toBe(3)
      return answer.records.map(({ roleName }) => roleName)
    }
    expect([...(await paged(1)), ...(await paged(2))]).toEqual(names)
    const role = records[0]
    const uuid = 'select id from roles where name = $1'
    for (const [person, username] of [
      [first, 'hold-b'],
      [last, 'hold-a'],
    ] as const)
      await plant(`update employees set username = $3, role_id = (${uuid}) where id = $2`, [
        role?.roleName,
        person.id,
        username,
      ])
    await plant(`update employees set state = 'locked' where id = $1`, [last.id])
    const shown = await owner.call('roles.get', { id: role?.['_id'] ?? '' })
    expect(shown).toMatchObject({ memberCount: 1, flagCount: 0, isOwn: false })
    expect(shown.members.map(({ username, state }) => [username, state])).toEqual([
      ['hold-a', 'locked'],
      ['hold-b', 'active'],
    ])
    const options = await owner.call('roles.options', { search: 'SHIFT9' })
    expect(options.map(({ roleName }) => roleName)).toEqual(['shift9 a'])
    const everyone = await owner.call('roles.options', {})
    const halves = await Promise.all(
      [1, 2].map((page) => owner.call('roles.options', { page, size: Math.ceil(everyone.length / 2) })),
    )
    expect(halves.flat()).toEqual(everyone)
  })

  test('go no further than who makes or changes them holds, and are not one’s own to change', async () => {
    const beyond = '403 beyondOwnRights'
    const own = await lead.call('auth.self', {})
    const tried = async (change: object) =>
      codeOf(make(lead, { roleName: crypto.randomUUID().slice(0, 8), ...change }))
    expect(await tried({})).toBe('ok')
    const more = permissionMap((resource) => resource === 'dashboard')
    for (const change of [{ permission: more }, { isAdmin: true }]) expect(await tried(change)).toBe(beyond)
    for (const change of [{ revealPii: true }, { approvalLimitMinor: 101 }, { approvalLimitMinor: null }])
      expect(await tried({ abilities: { ...all, ...change } })).toBe(beyond)

    const change = async (id: string, changed: object) => {
      const {
        roleName,
        description,
        isAdmin,
        permission,
        abilities: now,
        version,
      } = await owner.call('roles.get', { id })
      const kept = { roleName, description, isAdmin, permission, abilities: now, version, reason: 'ทดสอบ' }
      return lead.call('roles.update', { id, ...kept, ...changed })
    }
    const { _id: within } = await make(owner, { roleName: 'within' })
    const { _id: above } = await make(owner, {
      roleName: 'above',
      abilities: { ...all, approvalLimitMinor: 101 },
    })
    expect(await codeOf(change(own.role['_id'], { description: 'x' }))).toBe('403 ownRights')
    expect(await codeOf(change(above, { abilities: all }))).toBe(beyond)
    expect(await codeOf(change(within, { permission: more }))).toBe(beyond)
    // Other words alone wait for a second person too.
    expect(await change(within, {})).toEqual({ state: 'done', approvalId: null })
    expect(await change(within, { description: 'new' })).toMatchObject({ state: 'waiting' })
    const may = async (by: Person, id: string) => {
      const { isOwn, mayChange, flagCount } = await by.call('roles.get', { id })
      return [isOwn, mayChange, flagCount]
    }
    expect(await may(lead, own.role['_id'])).toEqual([true, false, 4])
    expect([await may(lead, above), await may(lead, within)]).toEqual([
      [false, false, 1],
      [false, true, 1],
    ])
    const theirs = (await owner.call('auth.self', {})).role['_id']
    expect(await may(owner, theirs)).toEqual([true, false, 128])
  })

  test('tell who must agree to a change: nobody who holds them, and nothing to who may not ask', async () => {
    const [holder, free] = [
      await server.person({ isAdmin: true, abilities: { approvalLimitMinor: null } }),
      await server.person({ permissions: { roleManagement: ['isRead'] } }),
    ]
    const role = (await holder.call('auth.self', {})).role['_id']
    const { second } = await owner.call('roles.get', { id: role })
    expect(second.isAlone).toBe(false)
    expect(second.checkers).not.toContain(`Role ${holder.username}`)
    expect(second.checkers.length).toBeGreaterThan(0)
    const { _id: small } = await make(owner, {
      roleName: 'small',
      ...nothing,
      abilities: { ...all, approvalLimitMinor: 0 },
    })
    expect((await owner.call('roles.get', { id: small })).second.checkers).toContain(
      `Role ${holder.username}`,
    )
    // Within what they hold, but not theirs to ask for.
    expect((await free.call('roles.get', { id: small })).second).toEqual({ isAlone: false, checkers: [] })
  })
})

const rcud = { isRead: 'r', isCreate: 'c', isUpdate: 'u', isDelete: 'd' } as const
/** Whoever begins with a role of the house may do this, and nothing besides. */
const begins: Readonly<Record<string, readonly [rights: string, limits: string]>> = {
  cashier: [
    'creditTransaction r, dashboard r, memberManagement rcu, pretransactionDepositWithdraw rcu, ' +
      'pretransactionNotMatch ru, pretransactionRequest ru',
    'exportData seeOwnBalances 5000000 500000',
  ],
  risk: [
    'adminLog r, agentReport r, betReport ru, creditTransaction r, dashboard r, memberManagement ru, ' +
      'pretransactionDepositWithdraw r, pretransactionNotMatch r, pretransactionReconcileWithdraw ru, ' +
      'pretransactionRequest ru, promotionReport r',
    'exportData revealPii 20000000 0',
  ],
  marketing: [
    'affiliateManagement rcu, affiliateReport r, agentReport r, betReport r, dashboard r, ' +
      'memberManagement r, promotionManagement rcu, promotionReport r, refundManagement rcu, ' +
      'refundReport r, ' +
      'websiteAnnounce rcud, websiteBanner rcu, websiteCustomize ru, websitePopup rcu',
    '0 0',
  ],
  accountant: [
    'affiliateReport r, agentReport r, betReport r, creditTransaction r, dashboard r, memberManagement r, ' +
      'paymentAuto r, paymentGateway r, pretransactionDepositWithdraw r, ' +
      'pretransactionReconcileDeposit ru, pretransactionReconcileWithdraw ru, promotionReport r, ' +
      'reconcile ru, refundReport r',
    'exportData seeOwnBalances 0 0',
  ],
  support: [
    'creditTransaction r, dashboard r, memberManagement ru, pretransactionDepositWithdraw r',
    '0 0',
  ],
}

test('a brand begins with eight roles, each with its rights and limits and no others', async () => {
  const { records } = await owner.call('roles.list', { size: 100 })
  const seeded = records.filter(({ template }) => template !== null)
  const house = ['accountant', 'auditor', 'cashier', 'manager', 'marketing', 'owner', 'risk', 'support']
  expect(new Set(seeded.map(({ template }) => template))).toEqual(new Set(house))
  for (const { _id: id, template } of seeded) {
    const { permission, abilities: able, isAdmin } = await owner.call('roles.get', { id })
    const rights = Object.entries(permission).flatMap(([resource, may]) => {
      const letters = Object.entries(rcud).flatMap(([flag, letter]) =>
        may[flag as keyof typeof rcud] ? [letter] : [],
      )
      return letters.length === 0 ? [] : [`${resource} ${letters.join('')}`]
    })
    const on = Object.entries(able).flatMap(([name, is]) => (is === true ? [name] : []))
    const said = [...on.toSorted(), able.approvalLimitMinor, able.adjustmentPerDayMinor].join(' ')
    expect(isAdmin).toBe(template === 'owner')
    const known = begins[template ?? '']
    if (known) expect([rights.toSorted().join(', '), said], template ?? '').toEqual(known)
    else {
      const less = ['paymentGateway', 'roleManagement', 'websiteConfigAndCoreSystem']
      const whole = ['auditor', 'owner'].includes(template ?? '')
      const read = rights.filter((each) => each.endsWith(' r')).map((each) => each.split(' ')[0])
      const full = rights.filter((each) => each.endsWith(' rcud')).length
      const few = whole ? [] : less
      if (template === 'auditor') expect([read.length, full]).toEqual([32, 0])
      else expect([new Set(read), full], template ?? '').toEqual([new Set(few), 32 - few.length])
      const limits: Readonly<Record<string, string>> = {
        owner: 'exportData revealPii seeOwnBalances  ',
        manager: 'exportData revealPii seeOwnBalances 20000000 5000000',
        auditor: 'exportData seeOwnBalances 0 0',
      }
      expect(said, template ?? '').toBe(limits[template ?? ''])
    }
  }
})

test('a code made at the machine is for one admin who works here, and opens alone', async () => {
  const admins = { isAdmin: true, abilities: { approvalLimitMinor: null } }
  const [away, seller, clerk] = [
    await server.person(admins),
    await server.person({ ...admins, type: 'seller' }),
    await server.person(),
  ]
  await plant(`update employees set state = 'locked' where id = $1`, [away.id])
  const make = (username: string | null) => mintAdminCode(server.services.db, username)
  for (const name of [null, away.username, seller.username, clerk.username, 'nobody']) {
    const made = await make(name)
    const choices = 'choices' in made ? made.choices : []
    expect(choices.slice(0, 2)).toEqual([owner.username, admin.username])
    for (const each of [away, seller, clerk]) expect(choices).not.toContain(each.username)
  }
  const codeFor = async () => {
    const made = await make(owner.username)
    return 'code' in made ? made.code : ''
  }
  const [first, second] = [await codeFor(), await codeFor()]
  const codes = await server.database.asAdmin<object>(
    `select code_hash, used_at is null as open, given_to,
       round(extract(epoch from expires_at - now()) / 60)::int as minutes
       from one_time_codes where employee_id = $1 order by id`,
    [owner.id],
  )
  const kept = (code: string, open: boolean) => ({
    code_hash: hashCode(code),
    open,
    given_to: null,
    minutes: 30,
  })
  expect(codes).toEqual([kept(first, false), kept(second, true)])
  const [row] = await server.database.asAdmin<object>(
    `select actor_kind, entity_id, detail from activity_log where action = 'adminCodeMade' limit 1`,
  )
  expect(row).toEqual({
    actor_kind: 'system',
    entity_id: idOf(owner),
    detail: { username: owner.username, by: 'operator' },
  })
})
