import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainAddress } from '../../platform/people/sessions.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

const password = 'a-boat-on-a-long-quiet-river'
const noAbilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: false,
  approvalLimitMinor: 0,
  adjustmentPerDayMinor: 0,
}
const plainPerson = {
  phone: '',
  shift: '',
  approvalLimitMinor: null,
  adjustmentPerDayMinor: null,
  addresses: [],
}
const once = () => ({ idempotencyKey: crypto.randomUUID() })

let server: TestServer
let owner: Person
/** Another with the same rights, who may check what the owner asks for. */
let second: Person
let cashierRole = ''

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const outside = (person: Person) => encodeId('employee', person.id)

beforeAll(async () => {
  server = await startTestServer()
  const options = {
    isAdmin: true,
    hasStepUp: true,
    password,
    abilities: { ...noAbilities, revealPii: true },
  }
  owner = await server.person({ ...options, abilities: { approvalLimitMinor: null } })
  second = await server.person({ ...options, abilities: { approvalLimitMinor: null } })
  const { _id: made } = await owner.call(
    'roles.create',
    {
      roleName: 'แคชเชียร์กะเช้า',
      description: '',
      isAdmin: false,
      permission: permissionMap((resource, action) => resource === 'dashboard' && action === 'isRead'),
      abilities: noAbilities,
    },
    once(),
  )
  cashierRole = made
})
afterAll(() => server.stop())

const hire = (by: Person, change: object = {}) =>
  by.call(
    'employees.create',
    {
      username: `n${crypto.randomUUID().slice(0, 8)}`,
      displayName: 'สมศรี',
      roleId: cashierRole,
      ...plainPerson,
      ...change,
    },
    once(),
  )
test.each([
  ['another case', 'แคชเชียร์ B', 'แคชเชียร์ b', 'roleNameInUse'],
  ['letters of another script', 'Owner2', '\u041ewner2', 'invalidText'],
])('a role’s name that looks like another’s, by %s, is refused', async (_, first, second_, refusal) => {
  const rights = {
    description: '',
    isAdmin: false,
    permission: permissionMap(() => false),
    abilities: noAbilities,
  }
  const create = (roleName: string) => owner.call('roles.create', { roleName, ...rights }, once())
  await create(first)
  await expect(create(second_)).rejects.toMatchObject({ code: refusal, field: 'roleName' })
})

const roleIdOf = async (person: Person): Promise<string> =>
  (await owner.call('employees.get', { id: outside(person) })).roleId

const settle = async (by: Person, id: string, isApproved = true) => {
  const { documentHash } = await by.call('approvals.get', { id })
  return by.call('approvals.decide', { id, isApproved, comment: 'ตรวจแล้ว', documentHash, password }, once())
}

describe('hiring', () => {
  test('answers a code by which the new person sets a password and signs in', async () => {
    const hired = await hire(owner)
    const newPassword = 'seven-green-elephants-walk'
    const stranger = server.as(null)
    await stranger('auth.redeem', { username: hired.username, code: hired.code, newPassword })
    const token = await stranger('auth.login', { username: hired.username, password: newPassword })
    const self = await server.as(token)('auth.self', {})
    expect(self).toMatchObject({ username: hired.username, roleName: 'แคชเชียร์กะเช้า' })
    expect(self.permissions.dashboard.isRead).toBe(true)
    expect(
      await code(stranger('auth.redeem', { username: hired.username, code: hired.code, newPassword })),
    ).toBe('badCode')
  })

  test('a name that is taken, or that looks like one, is refused at its field', async () => {
    const hired = await hire(owner)
    await expect(hire(owner, { username: ` ${hired.username.toUpperCase()} ` })).rejects.toMatchObject({
      code: 'usernameInUse',
      field: 'username',
    })
    for (const username of ['аdmin', 'ad min', 'admin\u200b', 'ab'])
      await expect(hire(owner, { username }), username).rejects.toMatchObject({ field: 'username' })
  })

  test('an address that the database could not keep is refused at its field', async () => {
    for (const network of ['203.0.113.7/24', '2001:db8::1/32', 'office'])
      await expect(hire(owner, { addresses: ['::1', network] }), network).rejects.toMatchObject({
        code: 'invalidFormat',
        field: 'addresses.1',
      })
    await hire(owner, { addresses: ['203.0.113.0/24', '2001:db8::/32', '::1'] })
  })

  test('nobody hires into more than they hold themselves', async () => {
    const clerk = await server.person({
      permissions: { employeeManagement: ['isRead', 'isCreate', 'isUpdate'] },
      abilities: noAbilities,
      hasStepUp: true,
    })
    await expect(hire(clerk)).rejects.toMatchObject({
      code: 'beyondOwnRights',
      details: { missing: ['dashboard.isRead'] },
    })
  })

  test('a limit of one’s own makes a role fit that goes further, up to the limit of who hires', async () => {
    const clerk = await server.person({
      permissions: { employeeManagement: ['isRead', 'isCreate'] },
      abilities: { ...noAbilities, approvalLimitMinor: 500, adjustmentPerDayMinor: 300 },
      hasStepUp: true,
    })
    const rights = {
      description: '',
      isAdmin: false,
      permission: permissionMap(() => false),
      abilities: { ...noAbilities, approvalLimitMinor: 1000, adjustmentPerDayMinor: 1000 },
    }
    const { _id: roleId } = await owner.call('roles.create', { roleName: 'ไม่เกินพัน', ...rights }, once())
    const limits = { approvalLimitMinor: 500, adjustmentPerDayMinor: 300 }
    await hire(clerk, { roleId, ...limits })
    for (const [name, more] of [
      ['approvalLimitMinor', 501],
      ['adjustmentPerDayMinor', 301],
    ] as const)
      await expect(hire(clerk, { roleId, ...limits, [name]: more })).rejects.toMatchObject({
        code: 'beyondOwnRights',
        details: { missing: [name] },
      })
  })
})

describe('another role', () => {
  test('waits for a second person, who sees what changes, and then acts on the next call', async () => {
    const person = await server.person({ password })
    const asked = await owner.call('employees.setRole', { id: outside(person), roleId: cashierRole })
    expect(asked).toMatchObject({ state: 'waiting' })
    const id = asked.approvalId ?? ''
    expect(await code(person.call('dashboard.now', {}))).toBe('forbidden')
    expect(await code(settle(owner, id))).toBe('fourEyes')
    const seen = await second.call('approvals.get', { id })
    expect(seen).toMatchObject({ kind: 'employeeRole', entityName: person.username, mayDecide: true })
    expect(seen.differences).toContainEqual({ field: 'dashboard.isRead', before: false, after: true })
    expect((await second.call('approvals.count', {})).toSettle).toBeGreaterThan(0)
    expect(await settle(second, id)).toEqual({ state: 'approved' })
    expect(await code(person.call('dashboard.now', {}))).toBe('done')
    await expect(settle(second, id)).rejects.toMatchObject({ code: 'alreadyHandled' })
  })

  test('the person concerned does not decide it, nor does one without the flags find it', async () => {
    const manager = await server.person({ isAdmin: true, hasStepUp: true, password })
    const asked = await owner.call('employees.setRole', { id: outside(manager), roleId: cashierRole })
    const id = asked.approvalId ?? ''
    expect(await code(settle(manager, id))).toBe('fourEyes')
    const other = await server.person({ permissions: { dashboard: ['isRead'] } })
    expect(await code(other.call('approvals.get', { id }))).toBe('notFound')
    expect(await settle(second, id, false)).toEqual({ state: 'rejected' })
    const row = await owner.call('approvals.get', { id })
    expect(row).toMatchObject({ state: 'rejected', comment: 'ตรวจแล้ว', checker: second.username })
  })

  test('two accounts with one phone count as one person', async () => {
    const phone = '0891112222'
    const twin = await server.person({ isAdmin: true, hasStepUp: true, password })
    await server.database.plant('update employees set phone = $1 where id = any($2)', [
      phone,
      [owner.id, twin.id],
    ])
    const person = await server.person()
    const asked = await owner.call('employees.setRole', { id: outside(person), roleId: cashierRole })
    expect(await code(settle(twin, asked.approvalId ?? ''))).toBe('fourEyes')
    await owner.call('approvals.cancel', { id: asked.approvalId ?? '' })
    await server.database.plant("update employees set phone = '' where id = $1", [owner.id])
  })

  test('one who took the wrong password, or saw another document, decides nothing', async () => {
    const person = await server.person()
    const asked = await owner.call('employees.setRole', { id: outside(person), roleId: cashierRole })
    const id = asked.approvalId ?? ''
    const { documentHash } = await second.call('approvals.get', { id })
    const given = { id, isApproved: true, comment: 'ตรวจแล้ว' }
    const wrong = { ...given, documentHash, password: 'not-my-password-at-all' }
    expect(await code(second.call('approvals.decide', wrong, once()))).toBe('badCredentials')
    const unseen = { ...given, documentHash: 'a'.repeat(64), password }
    expect(await code(second.call('approvals.decide', unseen, once()))).toBe('conflict')
    expect(await code(second.call('approvals.decide', { ...given, documentHash }, once()))).toBe(
      'requiredField',
    )
    expect((await second.call('approvals.get', { id })).state).toBe('pending')
  })

  test('one’s own role is not one’s own to change', async () => {
    expect(await code(owner.call('employees.setRole', { id: outside(owner), roleId: cashierRole }))).toBe(
      'ownRights',
    )
  })
})

describe('the database itself', () => {
  const asApp = (statement: string) => server.services.pool.query(statement)

  test('refuses another role, a role’s flags or a lifted second factor without an approval', async () => {
    const person = await server.person({ hasStepUp: true })
    await server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [person.id])
    for (const statement of [
      `update employees set role_id = (select role_id from employees where id = '${owner.id}')
        where id = '${person.id}'`,
      `update employees set otp_confirmed_at = null where id = '${person.id}'`,
      `update roles set is_admin = true where name = 'Role ${person.username}'`,
      `update roles set approval_limit_minor = 1 where name = 'Role ${person.username}'`,
    ])
      await expect(asApp(statement), statement).rejects.toMatchObject({ message: 'approvalMissing' })
  })

  test('refuses a maker who checks themselves, also under the sole owner’s name', async () => {
    const person = await server.person()
    const asked = await owner.call('employees.setRole', { id: outside(person), roleId: cashierRole })
    const set = `update approvals set state = 'approved', settled_at = now(), checker_id = maker_id`
    const where = `where entity_id = '${outside(person)}'`
    await expect(asApp(`${set} ${where}`)).rejects.toThrow()
    await expect(asApp(`${set}, is_sole_owner = true ${where}`)).rejects.toThrow()
    const values = `values ('x', 'employee', 'y', '{}', '\\x00', 'r', '${owner.id}', '${owner.id}',
      'approved', true, now())`
    const columns =
      '(kind, entity, entity_id, document, document_hash, reason, maker_id, checker_id, ' +
      'state, is_sole_owner, settled_at)'
    await expect(asApp(`insert into approvals ${columns} ${values}`)).rejects.toMatchObject({
      message: 'notAlone',
    })
    await owner.call('approvals.cancel', { id: asked.approvalId ?? '' })
  })

  test('keeps one administrator, whoever locks whom at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const lone = await startLone()
      const outcomes = await Promise.all([
        code(lock(lone.one, lone.other)),
        code(lock(lone.other, lone.one)),
      ])
      expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1)
      const { rows } = await server.services.pool.query<{ n: number }>(
        `select count(*)::int as n from employees e join roles r on r.id = e.role_id
          where r.is_admin and e.state = 'active'`,
      )
      expect(rows[0]?.n).toBeGreaterThanOrEqual(1)
      await server.database.plant("update employees set state = 'active' where id = any($1)", [
        [owner.id, second.id],
      ])
    }
  })

  /** Only two administrators are left active. */
  async function startLone() {
    const one = await server.person({ isAdmin: true, hasStepUp: true })
    const other = await server.person({ isAdmin: true, hasStepUp: true })
    await server.database.plant(
      `update employees set state = 'locked' where id <> all($1)
        and role_id in (select id from roles where is_admin)`,
      [[one.id, other.id]],
    )
    return { one, other }
  }
  const lock = async (by: Person, whom: Person) =>
    by.call('employees.setState', { id: outside(whom), version: 1, state: 'locked', reason: 'ทดสอบ' })
})

describe('locking and resetting', () => {
  test('locking ends the sessions at once and frees what the person had claimed', async () => {
    const person = await server.person()
    const id = outside(person)
    const { version } = await owner.call('employees.get', { id })
    await owner.call('employees.setState', { id, version, state: 'locked', reason: 'ลาออก' })
    expect(await code(person.call('auth.self', {}))).toBe('unauthenticated')
    const again = owner.call('employees.setState', { id, version, state: 'active', reason: 'กลับมา' })
    expect(await code(again)).toBe('stale')
  })

  test('a locked person may come back, one who left never does', async () => {
    const id = outside(await server.person())
    const set = async (state: 'active' | 'locked' | 'left') => {
      const { version } = await owner.call('employees.get', { id })
      return code(owner.call('employees.setState', { id, version, state, reason: 'ทดสอบ' }))
    }
    const asked = ['active', 'locked', 'locked', 'active', 'left', 'active', 'locked', 'left'] as const
    const answers: string[] = []
    for (const state of asked) answers.push(await set(state))
    const refused = 'stateRefused'
    expect(answers).toEqual([refused, 'done', refused, 'done', 'done', refused, refused, refused])
  })

  /** What everybody but some people holds: accounts, sessions, codes, claims. */
  const heldByOthers = async (...but: readonly string[]) => {
    const parts = ['employees:id', 'sessions:employee_id', 'one_time_codes:employee_id'].concat(
      'recovery_codes:employee_id',
      'withdrawals:claimed_by',
    )
    const sums = parts.map((part) => {
      const [table = '', of = ''] = part.split(':')
      const rest = `to_jsonb(t) - '{last_seen_at,idle_ends_at}'::text[]`
      return `select '${table}' as of, md5(string_agg((${rest})::text, '|' order by t.id)) as held
        from ${table} t where ${of} <> all($1)`
    })
    const { rows } = await server.services.pool.query(sums.join(' union all '), [but])
    return rows
  }

  test('whatever is done to one person leaves what all others hold as it was', async () => {
    const [person, other] = [await server.person(), await server.person()]
    await hire(owner)
    await server.database.plant(
      `insert into recovery_codes (employee_id, code_hash) select id, 'x' from employees;
       update employees set otp_confirmed_at = now() where id in ('${person.id}', '${other.id}');
       insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, sla_ends_at, business_on, claimed_by, claimed_until)
       select id, uuidv7(), id, 'review', 1, 'KBANK', '1', 'x', now(), '2026-01-01', id, now()
         from employees`,
    )
    const before = await heldByOthers(person.id)
    const id = outside(person)
    const reason = 'ทดสอบ'
    await owner.call('employees.resetPassword', { id, reason }, once())
    await owner.call('employees.endSessions', { id, reason })
    const { approvalId } = await owner.call('employees.resetOtp', { id, reason })
    await settle(second, approvalId ?? '')
    const { version } = await owner.call('employees.get', { id })
    await owner.call('employees.setState', { id, version, state: 'left', reason })
    expect(await heldByOthers(person.id)).toEqual(before)
    const { rows: claims } = await server.services.pool.query(
      'select from withdrawals where claimed_by = $1',
      [person.id],
    )
    expect(claims).toEqual([])
  })

  test('a reset of the second factor takes two, and ends every session', async () => {
    const person = await server.person()
    await server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [person.id])
    // Read before it is asked for; whom it is about is none of those who may agree.
    const { second: who } = await owner.call('employees.get', { id: outside(person) })
    expect(who.otp).toMatchObject({ isAlone: false })
    expect(who.otp.checkers).toContain(`Role ${second.username}`)
    expect(who.otp.checkers).not.toContain(`Role ${owner.username}`)
    const asked = await owner.call('employees.resetOtp', { id: outside(person), reason: 'เครื่องหาย' })
    expect(asked.state).toBe('waiting')
    expect((await owner.call('employees.get', { id: outside(person) })).otpEnable).toBe(true)
    await settle(second, asked.approvalId ?? '')
    expect((await owner.call('employees.get', { id: outside(person) })).otpEnable).toBe(false)
    expect(await code(person.call('auth.self', {}))).toBe('unauthenticated')
  })

  test('an address of either spelling is compared, and one with a zone is no failure', () => {
    expect(plainAddress('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
    expect(plainAddress('2001:db8::ffff:1')).toBe('2001:db8::ffff:1')
  })

  test('an address list keeps a person out from everywhere else', async () => {
    const person = await server.person({ password })
    const id = outside(person)
    const { version } = await owner.call('employees.get', { id })
    const change = {
      ...plainPerson,
      phone: '0812345678',
      displayName: 'x',
      addresses: ['203.0.113.0/24'],
      reason: 'เฉพาะร้าน',
    }
    await owner.call('employees.update', { id, version, ...change })
    const { rows } = await server.services.pool.query('select after::text from activity_log')
    expect(JSON.stringify(rows)).toContain('xxxxxx5678')
    expect(JSON.stringify(rows)).not.toContain('0812345678')
    expect(await code(person.call('auth.self', {}))).toBe('unauthenticated')
    const login = server.as(null)('auth.login', { username: person.username, password })
    expect(await code(login)).toBe('badCredentials')
  })
})

describe('roles', () => {
  test('a change of rights waits, and a new name with it', async () => {
    const person = await server.person({ permissions: { dashboard: ['isRead'] } })
    const { roleId } = await owner.call('employees.get', { id: outside(person) })
    const role = await owner.call('roles.get', { id: roleId })
    const wanted = {
      id: roleId,
      version: role.version,
      roleName: `${role.roleName} ใหม่`,
      description: 'x',
      isAdmin: false,
      permission: permissionMap(),
      abilities: role.abilities,
      reason: 'ตัดสิทธิ์',
    }
    const asked = await owner.call('roles.update', wanted)
    expect(asked.state).toBe('waiting')
    expect((await owner.call('roles.get', { id: roleId })).roleName).toBe(role.roleName)
    const { differences } = await second.call('approvals.get', { id: asked.approvalId ?? '' })
    expect(differences).toEqual([
      { field: 'roleName', before: role.roleName, after: wanted.roleName },
      { field: 'description', before: role.description, after: 'x' },
      { field: 'dashboard.isRead', before: true, after: false },
    ])
    expect(await code(person.call('dashboard.now', {}))).toBe('done')
    await settle(second, asked.approvalId ?? '')
    expect(await code(person.call('dashboard.now', {}))).toBe('forbidden')
    expect((await owner.call('roles.get', { id: roleId })).roleName).toBe(wanted.roleName)
    expect(await code(owner.call('roles.update', wanted))).toBe('stale')
  })

  test('a name alone waits too, and one that was taken meanwhile is refused then', async () => {
    const [one, other] = await Promise.all([server.person().then(roleIdOf), server.person().then(roleIdOf)])
    const rename = async (id: string, roleName: string) => {
      const { version, description, isAdmin, permission, abilities } = await owner.call('roles.get', { id })
      const rest = { version, description, isAdmin, permission, abilities, reason: 'ชื่อใหม่' }
      return owner.call('roles.update', { id, roleName, ...rest })
    }
    const [first, late] = [await rename(one, 'ผู้ตรวจกะดึก'), await rename(other, 'ผู้ตรวจกะดึก')]
    expect([first.state, late.state]).toEqual(['waiting', 'waiting'])
    await settle(second, first.approvalId ?? '')
    expect(await code(settle(second, late.approvalId ?? ''))).toBe('roleNameInUse')
    await owner.call('approvals.cancel', { id: late.approvalId ?? '' })
    expect(await code(rename(other, 'ผู้ตรวจกะดึก'))).toBe('roleNameInUse')
    expect(await code(rename(other, 'OWNER'))).toBe('roleNameInUse')
    expect((await rename(one, 'ผู้ตรวจกะดึก')).state).toBe('done')
  })

  test('a person’s own limits wait, the rest of the sheet does not; each with what it changes', async () => {
    const person = await server.person()
    const id = outside(person)
    const before = await owner.call('employees.get', { id })
    const { phone, shift, addresses, adjustmentPerDayMinor } = before
    const sheet = { id, displayName: 'สมหญิง', phone, shift, addresses, reason: 'เลื่อนขั้น' }
    const limits = { approvalLimitMinor: 900_000, adjustmentPerDayMinor }
    const asked = await owner.call('employees.update', { ...sheet, ...limits, version: before.version })
    expect(asked).toMatchObject({ state: 'waiting', version: before.version + 1 })
    const waiting = await owner.call('employees.get', { id })
    expect(waiting).toMatchObject({ displayName: 'สมหญิง', approvalLimitMinor: null })
    expect(waiting.pending).toMatchObject({ kind: 'employeeLimits', isOwn: true })
    const roleId = await roleIdOf(await server.person())
    await owner.call('employees.setRole', { id, roleId })
    const both = (await owner.call('employees.get', { id })).pendings.map(({ kind }) => kind)
    expect(both).toEqual(['employeeLimits', 'employeeRole'])
    const { differences } = await second.call('approvals.get', { id: asked.approvalId ?? '' })
    expect(differences).toEqual([{ field: 'approvalLimitMinor', before: 'asRole', after: 900_000 }])
    expect(await code(settle(person, asked.approvalId ?? ''))).toBe('notFound')
    await settle(second, asked.approvalId ?? '')
    const now = await owner.call('employees.get', { id })
    expect(now).toMatchObject({ approvalLimitMinor: 900_000, pending: { kind: 'employeeRole' } })
    const again = await owner.call('employees.update', { ...sheet, ...limits, version: now.version })
    expect(again).toEqual({ state: 'done', version: now.version, approvalId: null })
  })

  test('the list of names tells nothing but names; the two lists of people agree', async () => {
    const nobody = await server.person()
    const names = await nobody.call('roles.options', {})
    expect(names.length).toBeGreaterThan(1)
    for (const each of names) expect(Object.keys(each).toSorted()).toEqual(['_id', 'roleName'])
    const numbered = await owner.call('employees.listNumbered', {})
    expect(numbered).toMatchObject({ currentPage: 1, recordPerPage: 10 })
    const keyset = await owner.call('employees.list', { size: 10 })
    expect(keyset.records.map(({ id }) => id)).toEqual(numbered.records.map(({ id }) => id))
    const some = await owner.call('employees.list', { roleIds: [cashierRole], isOnline: false })
    for (const row of some.records) expect(row).toMatchObject({ roleId: cashierRole, isOnline: false })
  })
})
