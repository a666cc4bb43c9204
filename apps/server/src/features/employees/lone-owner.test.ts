import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otpAt } from '../../platform/security/totp.ts'
import { codeOf } from '../../testing/world/members.ts'
import { secretOf, stepOn } from '../../testing/otp.ts'
import { hire, type Hired } from '../../testing/world/people.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'
import { tellNews } from '../../testing/news.ts'
import { ripenAccounts } from './jobs.ts'

// A brand whose owner hired everybody: nobody is left who could say that two accounts are two persons.

let server: TestServer
let owner: Person
/** Another admin, hired by the owner. */
let partner: Hired
let partnerSecret: Buffer
let otherRoles: string[]

beforeAll(async () => {
  server = await startTestServer()
  const abilities = { approvalLimitMinor: null }
  owner = await server.person({ isAdmin: true, hasStepUp: true, password, abilities })
  partner = await hire(server, owner)
  const rights = {
    description: '',
    isAdmin: false,
    permission: permissionMap(() => false),
    abilities: {
      revealPii: false,
      exportData: false,
      seeOwnBalances: false,
      approvalLimitMinor: 0,
      adjustmentPerDayMinor: 0,
    },
  }
  const once = () => ({ idempotencyKey: crypto.randomUUID() })
  const made = ['one', 'two'].map((roleName) => owner.call('roles.create', { roleName, ...rights }, once()))
  otherRoles = (await Promise.all(made)).map(({ _id: id }) => id)
})
afterAll(() => server.stop())

/** Asks for another role of a person: an act that always needs a second person. */
async function ask(by: Pick<Person, 'call'>) {
  const [first = '', second = ''] = otherRoles
  const { id } = await hire(server, owner, first)
  return by.call('employees.setRole', { id: encodeId('employee', id), roleId: second, reason: 'moves on' })
}
const settles = (by: Pick<Person, 'call'>, id: string | null) => codeOf(decideAs(by as Person, id))
const standing = async (of: { id: string }, reader: Pick<Person, 'call'> = owner) =>
  (await reader.call('employees.get', { id: encodeId('employee', of.id) })).standing
const confirm = async (by: Pick<Person, 'call'>, of: { id: string }) => {
  const { lastLink } = await standing(of)
  const wanted = { id: encodeId('employee', of.id), lastLink: lastLink ?? 0, reason: 'met' }
  return codeOf(by.call('employees.confirm', wanted))
}

async function enrol(person: Hired): Promise<Hired & { secret: Buffer }> {
  const secret = secretOf(await person.call('auth.otpCreate', {}))
  const token = await person.call('auth.otpVerify', { token: otpAt(secret, stepOn(server)) })
  const call = server.as(token)
  server.clock.ms += 30_000
  await call('auth.stepUp', { code: otpAt(secret, stepOn(server)) })
  return { ...person, call, secret }
}
/** As if so many hours more had passed since all that happened to an account. */
async function age(of: { id: string }, hours: number, parts = ['links', 'tellings', 'otp']) {
  const back = `- interval '${hours} hours'`
  const each: Readonly<Record<string, string>> = {
    links: `update employee_links set at = at ${back} where employee_id = $1`,
    tellings: `update employee_link_tellings set told_at = told_at ${back}
      where link_id in (select id from employee_links where employee_id = $1)`,
    otp: `update employees set otp_confirmed_at = otp_confirmed_at ${back} where id = $1`,
  }
  for (const part of parts) await server.database.plant(each[part] ?? '', [of.id])
}
const ripen = () => ripenAccounts(server.services)
const tell = () => tellNews(server.services)

test('whom the only owner has just hired makes nobody two: the owner acts alone, marked', async () => {
  const { state, approvalId } = await ask(owner)
  expect(state).toBe('done')
  const own = await owner.call('approvals.list', { scope: 'own' })
  expect(own.records.find(({ id }) => id === approvalId)).toMatchObject({ isSoleOwner: true })
  expect(await standing(partner)).toMatchObject({ blocked: 'linked', confirmers: [], aloneFrom: null })
})

test('alone it takes a fresh proof of who they are, and without one nothing is kept', async () => {
  const proof = (until: string) =>
    server.database.plant(`update sessions set step_up_until = ${until} where employee_id = $1`, [owner.id])
  const [first = '', second = ''] = otherRoles
  const { id } = await hire(server, owner, first)
  const wanted = { id: encodeId('employee', id), roleId: second, reason: 'moves on' }
  const asks = () => codeOf(owner.call('employees.setRole', wanted))
  await proof('now()')
  expect(await asks()).toBe('403 stepUpRequired')
  const shown = await owner.call('employees.get', { id: wanted.id })
  expect([shown.roleId, shown.pendings]).toEqual([first, []])
  await proof(`now() + interval '1 hour'`)
  expect(await asks()).toBe('ok')
})

test('who has just been hired does nothing alone, and the owner does not approve it', async () => {
  const { state, approvalId } = await ask(partner)
  expect(state).toBe('waiting')
  expect(await settles(owner, approvalId)).toBe('403 fourEyes')
  expect(await settles(partner, approvalId)).toBe('403 fourEyes')
})

/** A day after the latest moment that is told of the partner. */
async function dayAfter(moments: string): Promise<string> {
  const { rows } = await server.services.pool.query<{ at: string }>(
    `select max(m.at) + interval '1 day' as at from (${moments}) m (at, employee_id) where employee_id = $1`,
    [partner.id],
  )
  return new Date(rows[0]?.at ?? '').toISOString()
}

test('it takes an authenticator, the word to all administrators, and a day since the last', async () => {
  await age(partner, 48, ['links'])
  expect(await ripen()).toBe(0)
  const enrolled = await enrol(partner)
  partner = enrolled
  partnerSecret = enrolled.secret
  await age(partner, 48, ['otp'])
  expect(await ripen()).toBe(0)
  expect((await standing(partner)).aloneFrom).toBeNull()
  await tell()
  expect(await ripen()).toBe(0)
  await age(partner, 23, ['tellings'])
  expect((await standing(partner)).aloneFrom).toBe(
    await dayAfter(
      'select told_at, employee_id from employee_link_tellings join employee_links on id = link_id',
    ),
  )
  expect(await ripen()).toBe(0)
  await age(partner, 2, ['tellings'])
  // An authenticator that is younger than a day.
  await age(partner, -30, ['otp'])
  expect((await standing(partner)).aloneFrom).toBe(
    await dayAfter('select otp_confirmed_at, id as employee_id from employees'),
  )
  expect(await ripen()).toBe(0)
  await age(partner, 30, ['otp'])
  expect(await ripen()).toBe(1)
  expect(await standing(partner)).toMatchObject({
    links: [],
    same: expect.not.arrayContaining([owner.username]),
  })
  const { rows } = await server.services.pool.query(
    `select actor_kind from activity_log where action = 'accountStandsAlone' and entity_id = $1`,
    [encodeId('employee', partner.id)],
  )
  expect(rows).toEqual([{ actor_kind: 'system' }])
})

test('from then on and for ever two must decide, and they are two', async () => {
  const { state, approvalId } = await ask(owner)
  expect(state).toBe('waiting')
  expect(await settles(owner, approvalId)).toBe('403 fourEyes')
  const code = await server.services.pool
    .query(
      `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires,
         state, checker_id, is_sole_owner, settled_at)
       values ('never', 'member', 'x', '{}', '\\x00', 'x', $1, '{}', 'approved', $1, true, now())`,
      [owner.id],
    )
    .then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  expect(code).toBe('KL105')
  const id = approvalId ?? ''
  const { documentHash } = await partner.call('approvals.get', { id })
  server.clock.ms += 30_000
  const settled = partner.call(
    'approvals.decide',
    {
      id,
      isApproved: true,
      comment: 'looked at it',
      documentHash,
      code: otpAt(partnerSecret, stepOn(server)),
    },
    { idempotencyKey: crypto.randomUUID() },
  )
  expect(await codeOf(settled)).toBe('ok')
})

test('once somebody could confirm, time does not; who is locked out is remembered a month', async () => {
  const later = await enrol(await hire(server, owner))
  await tell()
  await age(later, 48)
  expect(await ripen()).toBe(0)
  expect(await confirm(owner, later)).toBe('403 fourEyes')

  // Hired by the partner: the owner is somebody else by now.
  const puppet = await enrol(await hire(server, partner))
  await tell()
  await age(puppet, 48)
  expect(await ripen()).toBe(0)
  expect((await standing(puppet)).same).toEqual([partner.username])
  expect(await confirm(partner, puppet)).toBe('403 fourEyes')
  expect(await confirm(owner, puppet)).toBe('ok')

  const { plant } = server.database
  await plant(`update employees set state = 'locked', state_at = now() where id = any($1)`, [
    [partner.id, puppet.id],
  ])
  expect(await ripen()).toBe(0)
  await plant(`update employees set state_at = now() - interval '31 days' where id = any($1)`, [
    [partner.id, puppet.id],
  ])
  expect(await ripen()).toBe(1)
  expect((await standing(later)).confirmed).toMatchObject({ how: 'time', by: null })
})

test('a third account, or a phone, that makes owner and maker look like one lets nothing ripen', async () => {
  const { plant } = server.database
  const made = await hire(server, owner)
  const manager = await enrol(made)
  await plant(`insert into employee_confirmations (employee_id, how) values ($1, 'time')`, [manager.id])
  const puppet = await enrol(await hire(server, manager))
  const bridge = await hire(server, owner)
  const id = encodeId('employee', bridge.id)
  await manager.call(
    'employees.resetPassword',
    { id, reason: 'forgotten' },
    { idempotencyKey: crypto.randomUUID() },
  )
  await plant(`update employees set phone = '0810000099' where id = any($1)`, [[owner.id, manager.id]])
  await plant(
    `update employees set state = 'locked', state_at = now() - interval '31 days' where id <> all($1)`,
    [[owner.id, manager.id, puppet.id, bridge.id]],
  )
  expect((await standing(puppet)).same).toContain(owner.username)
  await tell()
  await age(puppet, 48)
  await ripen()
  expect((await standing(puppet)).confirmed).toBeNull()
  await plant(`update employees set phone = '' where id = any($1)`, [[owner.id, manager.id]])
})

test('since when somebody is away is no statement’s choice', async () => {
  const { pool } = server.services
  const { id } = await hire(server, owner)
  await pool.query(`update employees set state = 'locked', state_at = '2020-01-01' where id = $1`, [id])
  const locked = await pool.query<{ at: string }>('select state_at as at from employees where id = $1', [
    id,
  ])
  expect(Date.parse(locked.rows[0]?.at ?? '')).toBeGreaterThan(Date.now() - 600_000)
  await pool.query(`update employees set state_at = '2020-01-01' where id = $1`, [id])
  const kept = await pool.query<{ at: string }>('select state_at as at from employees where id = $1', [id])
  expect(kept.rows).toEqual(locked.rows)
})
