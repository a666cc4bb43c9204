import { eventCodes } from '@khlang/contract/values/event-codes.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordActivity } from '../../platform/people/activity.ts'
import { addMember, openBook } from '../../testing/world/members.ts'
import { createMoneyFactory } from '../../testing/world/money-factory.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { sealActivity } from '../activity-logs/seal.ts'
import { eventText } from './event-text.ts'
import { tellNews } from '../../testing/news.ts'

let server: TestServer
let owner: Person

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const raise = async () => {
  const { db, secrets, settings, now } = server.services
  await sealActivity(db, secrets, now())
  await tellNews({ db, settings })
}
/** As the notifier of the live stream leaves it. */
const hint = (topic: string, id: string) =>
  server.services.db.insertInto('event_hints').values({ topic, entity_id: id }).execute()
const codesOf = async (person: Person) =>
  (await person.call('notifications.list', { size: 100 })).records.map((row) => row.code)

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.person({ isAdmin: true, hasStepUp: true })
})
afterAll(() => server.stop())

describe('the inbox', () => {
  test('a message sent twice with one key is one message; another text with it is refused', async () => {
    const ann = await server.person()
    const idempotencyKey = crypto.randomUUID()
    const send = (title: string) => ann.call('notifications.create', { title }, { idempotencyKey })
    const first = await send('ประชุมสิบโมง')
    expect(await send('ประชุมสิบโมง')).toEqual(first)
    expect(await code(send('ประชุมบ่ายสอง'))).toBe('idempotencyMismatch')
    const { records } = await ann.call('notifications.list', { size: 100 })
    expect(records.filter(({ title }) => title.th.startsWith('ประชุม'))).toHaveLength(1)
  })

  test('a message to everybody is unread until it is read, and is read for oneself alone', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const { id } = await ann.call('notifications.create', { title: 'ปิดปรับปรุงตีสอง', severity: 'warn' })
    expect(await ben.call('notifications.unread', {})).toMatchObject({
      count: 1,
      notifications: [{ id, title: { th: 'ปิดปรับปรุงตีสอง' }, author: ann.username, readAt: null }],
    })
    expect(await ben.call('notifications.read', { notificationId: id })).toEqual({ count: 1 })
    expect(await ben.call('notifications.read', { notificationId: id })).toEqual({ count: 0 })
    expect((await ben.call('notifications.unread', {})).count).toBe(0)
    expect((await ann.call('notifications.unread', {})).count).toBe(1)
    const page = await ben.call('notifications.list', { page: 1, size: 10 })
    expect(page).toMatchObject({ currentPage: 1, recordPerPage: 10, totalPages: 1, totalRecords: 1 })
    expect((await ben.call('notifications.list', { isUnread: true })).totalRecords).toBe(0)
  })

  test('a message to roles or persons is nobody else’s: not in the list, not to be marked', async () => {
    const [ann, ben, cy] = [await server.person(), await server.person(), await server.person()]
    const { id } = await ann.call('notifications.create', {
      title: 'ถึงเบน',
      audience: 'employees',
      employeeIds: [encodeId('employee', ben.id)],
    })
    const titles = async (person: Person) =>
      (await person.call('notifications.unread', {})).notifications.map((row) => row.title.th)
    expect(await titles(ben)).toContain('ถึงเบน')
    expect(await titles(cy)).not.toContain('ถึงเบน')
    expect(await code(cy.call('notifications.read', { notificationId: id }))).toBe('notFound')
    expect(await code(ann.call('notifications.create', { title: 'x', audience: 'roles' }))).toBe(
      'requiredField',
    )
    const roleIds = [(await cy.call('auth.self', {})).role['_id']]
    const toRole = { title: 'ถึงบทบาท', severity: 'warn', audience: 'roles', roleIds } as const
    const { id: sent } = await ann.call('notifications.create', toRole)
    expect([await titles(cy), await titles(ben)].map((of) => of.includes('ถึงบทบาท'))).toEqual([true, false])
    const kept = await server.services.db
      .selectFrom('activity_log')
      .select(['action', 'after'])
      .where('entity_id', '=', sent)
      .execute()
    const after = { title: 'ถึงบทบาท', severity: 'warn', audience: 'roles', people: 0, roles: 1 }
    expect(kept).toEqual([{ action: 'notificationSent', after }])
    const stranger = encodeId('role', '0198a000-0000-7000-8000-00000000aaaa')
    const wrong = ann.call('notifications.create', { title: 'x', audience: 'roles', roleIds: [stranger] })
    expect(await code(wrong)).toBe('invalidValue')
    const employeeIds = [ben.id, crypto.randomUUID()].map((uuid) => encodeId('employee', uuid))
    const unknown = { title: 'x', audience: 'employees', employeeIds } as const
    expect(await code(ann.call('notifications.create', unknown))).toBe('invalidValue')
    const seller = await server.person({ type: 'seller' })
    expect(await code(seller.call('notifications.create', { title: 'x' }))).toBe('forbidden')
    expect((await seller.call('notifications.unread', {})).count).toBe(0)
  })

  test('reading and muting are in the log of who did it, once for what they changed', async () => {
    const reader = await server.person()
    await owner.call('notifications.create', { title: 'หนึ่ง' })
    await owner.call('notifications.create', { title: 'สอง' })
    const own = await owner.call('notifications.create', {
      title: 'สาม',
      audience: 'employees',
      employeeIds: [encodeId('employee', reader.id)],
    })
    await reader.call('notifications.read', { notificationId: own.id })
    for (const notificationId of [own.id, 'all', 'all'])
      await reader.call('notifications.read', { notificationId })
    for (const isMuted of [true, true, false])
      await reader.call('notifications.mute', { code: 'deposit.large', isMuted })
    const acts = await server.services.db
      .selectFrom('activity_log')
      .select(['entity', 'entity_id', 'action', 'after'])
      .where('actor_id', '=', reader.id)
      .orderBy('id')
      .execute()
    const row = { entity: 'notification', entity_id: null }
    expect(acts).toEqual([
      { ...row, entity_id: own.id, action: 'notificationsRead', after: { count: 1 } },
      { ...row, action: 'notificationsRead', after: { count: 2 } },
      { ...row, action: 'notificationsMuted', after: { events: ['deposit.large'] } },
      { ...row, action: 'notificationsUnmuted', after: { events: ['deposit.large'] } },
    ])
  })

  test('everything can be marked at once, and what came before one’s time is not shown', async () => {
    await owner.call('notifications.create', { title: 'เก่า' })
    const late = await server.person()
    expect((await late.call('notifications.unread', {})).count).toBe(0)
    await owner.call('notifications.create', { title: 'ใหม่หนึ่ง' })
    await owner.call('notifications.create', { title: 'ใหม่สอง' })
    expect(await late.call('notifications.read', { notificationId: 'all' })).toEqual({ count: 2 })
  })
})

describe('events', () => {
  test('every kind has a sentence in both languages, its gaps filled', () => {
    const detail = {
      username: 'u',
      reference: 'r',
      bank: 'b',
      label: 'l',
      actor: 'a',
      about: 'o',
      kind: 'otpReset',
      role: 'Manager',
      checker: 'c',
      by: 'b',
      askedBy: 'd',
    }
    for (const each of eventCodes)
      for (const language of ['th', 'en'] as const)
        for (const part of ['title', 'body'] as const) {
          const text = eventText({ code: each, detail, amountMinor: 123_456 }, part, language)
          expect(text).not.toBe(each)
          expect(text).not.toMatch(/\{\{|undefined|null/)
        }
  })

  test('a large credit is told once to those whose work it is, a small one to nobody', async () => {
    await openBook(server)
    const make = await createMoneyFactory(server)
    const member = await make.member()
    const account = await make.account()
    const reader = await server.person({
      permissions: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] },
    })
    const other = await server.person({ permissions: { dashboard: ['isRead'] } })
    const { bigAmountMinor } = await server.services.settings.get()
    for (const [amount, n] of [
      [bigAmountMinor, 1],
      [bigAmountMinor - 1, 2],
    ] as const) {
      const id = await make.request(member, account, amount)
      await server.database.plant(
        `update deposits set state = 'credited', amount_minor = $2, credited_at = now(), credits = 1
          where id = $1`,
        [id, amount],
      )
      await hint('deposit', encodeId('deposit', id))
      await raise()
      await hint('deposit', encodeId('deposit', id))
      await raise()
      const { rows } = await server.services.pool.query<{ code: string }>(
        'select code from events where entity_id = $1 order by code',
        [encodeId('deposit', id)],
      )
      const codes = rows.map((row) => row.code)
      expect(codes).toContain('deposit.credited')
      expect(codes.includes('deposit.large')).toBe(n === 1)
      expect(codes.includes('member.first_deposit')).toBe(n === 1)
    }
    expect((await codesOf(reader)).filter((each) => each === 'deposit.large')).toHaveLength(1)
    expect(await codesOf(other)).toEqual([])
  })

  test('an approval that waits is told to who may check it, not to its maker; a mute holds', async () => {
    const second = await server.person({ isAdmin: true, password: decidePassword })
    const person = await server.person()
    const target = await server.person({ permissions: { dashboard: ['isRead'] } })
    const { roleId } = await owner.call('employees.get', { id: encodeId('employee', target.id) })
    const asked = await owner.call('employees.setRole', { id: encodeId('employee', person.id), roleId })
    await hint('approval', asked.approvalId ?? '')
    await raise()
    const told = (await second.call('notifications.unread', {})).notifications
    expect(told[0]).toMatchObject({ code: 'approval.waiting', entity: 'approval' })
    expect(told[0]?.body.th).toContain('เปลี่ยนตำแหน่งพนักงาน')
    expect(await codesOf(person)).toEqual([])
    expect(await codesOf(owner)).not.toContain('approval.waiting')
    await second.call('notifications.mute', { code: 'approval.waiting', isMuted: true })
    expect(await codesOf(second)).not.toContain('approval.waiting')
    await second.call('notifications.mute', { code: 'approval.waiting', isMuted: false })
    expect(await codesOf(second)).toContain('approval.waiting')
    await decideAs(second, asked.approvalId ?? '', false, 'ไม่ใช่คนนี้')
    await hint('approval', asked.approvalId ?? '')
    await raise()
    const own = (await owner.call('notifications.unread', {})).notifications
    const settled = own.find((each) => each.code === 'approval.rejected')
    expect(settled?.body.th).toContain('ไม่อนุมัติ: เปลี่ยนตำแหน่งพนักงาน · ไม่ใช่คนนี้')
    expect(await codesOf(second)).not.toContain('approval.rejected')
  })

  test('acts and alarms are told: a failed sign-in once an hour, a silent account at once', async () => {
    const boss = await server.person({
      permissions: { employeeManagement: ['isRead'], pretransactionDepositWithdraw: ['isRead'] },
    })
    const victim = await server.person({ password: 'a-boat-on-a-long-quiet-river' })
    const { username } = victim
    for (let n = 0; n < 3; n += 1)
      await code(server.as(null)('auth.login', { username, password: 'guess' }))
    await server.services.db
      .insertInto('alarms')
      .values({
        code: 'bank.silent',
        entity: 'bankAccount',
        entity_id: encodeId('bankAccount', '0198a000-0000-7000-8000-00000000aaaa'),
        detail: JSON.stringify({ label: 'KBANK รับ 1' }),
      })
      .execute()
    await raise()
    await raise()
    const rows = (await boss.call('notifications.list', { size: 100 })).records
    const failed = rows.filter((row) => row.code === 'admin.login_failed')
    expect(failed).toHaveLength(1)
    expect(failed[0]).toMatchObject({ entity: 'employee', entityId: encodeId('employee', victim.id) })
    const silent = rows.filter((row) => row.code === 'bank.silent')
    expect(silent).toHaveLength(1)
    expect(silent[0]).toMatchObject({ severity: 'critical' })
    expect(silent[0]?.body.th).toContain('KBANK รับ 1')
    const mute = boss.call('notifications.mute', { code: 'bank.silent', isMuted: true })
    expect(await code(mute)).toBe('invalidValue')
    expect(await codesOf(boss)).toContain('bank.silent')
  })

  test('an alarm about an account names it, though its own detail does not', async () => {
    const make = await createMoneyFactory(server)
    const account = await make.account()
    const { rows } = await server.services.pool.query<{ label: string }>(
      'select label from bank_accounts where id = $1',
      [account.id],
    )
    await server.services.db
      .insertInto('alarms')
      .values({
        code: 'bank.chainContradiction',
        entity: 'bankAccount',
        entity_id: encodeId('bankAccount', account.id),
        detail: JSON.stringify({ gapMinor: 500 }),
      })
      .execute()
    await raise()
    const told = (await owner.call('notifications.list', { size: 100 })).records
    const gap = told.find(({ entityId }) => entityId === encodeId('bankAccount', account.id))
    expect(gap).toMatchObject({ code: 'bank.chain_gap' })
    expect(gap?.body.en).toContain(rows[0]?.label)
  })

  test('a person is told what happens to their own account, and nobody else is', async () => {
    const password = 'quiet-herons-at-the-pier-01'
    const [person, other] = [await server.person({ password }), await server.person()]
    const newPassword = 'slow-ferries-under-the-moon-77'
    await person.call('auth.changePassword', { currentPassword: password, newPassword })
    await raise()
    const told = (await person.call('notifications.list', {})).records
    expect(told).toMatchObject([{ code: 'account.changed', entity: 'account', severity: 'warn' }])
    expect(told[0]?.body.th).toContain('เปลี่ยนรหัสผ่าน')
    expect(told[0]?.body.en).toContain(person.username)
    expect(await codesOf(other)).not.toContain('account.changed')
  })

  test.each([
    'passwordChanged',
    'passwordResetBegun',
    'recoveryCodeUsed',
    'recoveryCodesMade',
    'otpReset',
    'otpReplaced',
    'limitsChanged',
    'roleGiven',
    'sessionEnded',
    'sessionsEnded',
  ])('whose account it is reads of %s, and by whom where it was another', async (action) => {
    const [person, other] = [await server.person(), await server.person()]
    const entityId = encodeId('employee', person.id)
    const row = { actor_kind: 'employee', entity_id: entityId, action }
    await server.services.db
      .insertInto('activity_log')
      .values([
        { ...row, entity: 'employee', actor_id: owner.id, actor_name: owner.username },
        { ...row, entity: 'session', actor_id: person.id, actor_name: person.username },
        { ...row, entity: 'employee', actor_id: owner.id, action: 'employeeChanged' },
      ])
      .execute()
    await raise()
    const told = (await person.call('notifications.list', {})).records
    expect(told.map(({ code: each, entityId: of }) => [each, of])).toEqual([
      ['account.changed', entityId],
      ['account.changed', entityId],
    ])
    expect(told.filter(({ body }) => body.en.includes(owner.username))).toHaveLength(1)
    expect(told[0]?.body.th).not.toContain(action)
    expect(await codesOf(other)).toEqual([])
  })

  test('a sign-in from a new place is news to its person, but for the very first', async () => {
    const [person, boss] = [
      await server.person(),
      await server.person({ permissions: { employeeManagement: ['isRead'] } }),
    ]
    const from = async (address: string) => {
      await server.services.db
        .insertInto('activity_log')
        .values({
          actor_kind: 'stranger',
          entity: 'session',
          entity_id: encodeId('employee', person.id),
          action: 'login',
          address,
        })
        .execute()
      await raise()
      const news = async (of: Person, named: string) =>
        (await codesOf(of)).filter((each) => each === named).length
      return [await news(person, 'account.changed'), await news(boss, 'admin.login_new_ip')]
    }
    expect(await from('198.51.100.1')).toEqual([0, 1])
    expect(await from('198.51.100.1')).toEqual([0, 1])
    expect(await from('198.51.100.2')).toEqual([1, 2])
    expect(await from('198.51.100.1')).toEqual([1, 2])
  })

  test('a code for an admin that was made at the machine is told to all administrators', async () => {
    const [admin, other] = [await server.person({ isAdmin: true }), await server.person()]
    await recordActivity(server.services.db, 'system', null, {
      entity: 'employee',
      entityId: encodeId('employee', owner.id),
      action: 'adminCodeMade',
    })
    await raise()
    for (const each of [owner, admin]) expect(await codesOf(each)).toContain('account.changed')
    expect(await codesOf(other)).not.toContain('account.changed')
  })

  test('built-in roles have the reader’s word, others the name they have', () => {
    const told = (role: string, language: 'th' | 'en') =>
      eventText(
        { code: 'role.changed', detail: { actor: 'ann', about: 'nok1', role }, amountMinor: null },
        'body',
        language,
      )
    expect(told('Cashier', 'th')).toContain('nok1 → แคชเชียร์')
    expect(told('Cashier', 'en')).toContain('nok1 → Cashier')
    expect(told('cashier', 'th')).toContain('nok1 → cashier')
    expect(told('กะดึก', 'en')).toContain('nok1 → กะดึก')
  })

  test('what others did to an account names who asked and who approved, and whom to ask', async () => {
    const second = await server.person({ isAdmin: true, password: decidePassword })
    const [person, target] = [await server.person(), await server.person()]
    const { roleId, roleName } = await owner.call('employees.get', {
      id: encodeId('employee', target.id),
    })
    const asked = await owner.call('employees.setRole', { id: encodeId('employee', person.id), roleId })
    await decideAs(second, asked.approvalId)
    await raise()
    const [own] = (await person.call('notifications.list', {})).records
    expect(own).toMatchObject({ code: 'account.changed' })
    expect(own?.body.th).toContain(`โดย ${second.username} (ขอโดย ${owner.username})`)
    expect(own?.body.th).toContain('ถ้าไม่ทราบเรื่องนี้ ให้ถามผู้ดูแล')
    expect(own?.body.th).not.toContain('เปลี่ยนรหัสผ่าน')
    const changed = (await owner.call('notifications.list', { size: 100 })).records.find(
      ({ code: each, body }) => each === 'role.changed' && body.th.includes(person.username),
    )
    expect(changed?.body.th).toBe(
      `${owner.username} (อนุมัติโดย ${second.username}) เปลี่ยนสิทธิ์ ${person.username} → ${roleName}`,
    )
  })

  test('a credit by hand is told as the act of who asked, the checker as its approver', async () => {
    const second = await server.person({ isAdmin: true, password: decidePassword })
    const member = await addMember(owner)
    const wanted = {
      memberId: member.id,
      amountMinor: 900_000,
      kind: 'goodwill' as const,
      reasonCode: 'compensation' as const,
      remarkStaff: 'for the trouble',
    }
    const idempotencyKey = crypto.randomUUID()
    const asked = await owner.call('preTransactions.createDeposit', wanted, { idempotencyKey })
    await decideAs(second, asked.approvalId)
    await raise()
    const told = (await owner.call('notifications.list', { size: 100 })).records.filter(
      (row) => row.code === 'credit.manual',
    )
    expect(told.map(({ body }) => body.en)).toEqual([
      expect.stringMatching(`^${owner.username} \\(approved by ${second.username}\\) credited ฿9,000.00`),
    ])
  })

  test('a new chat group is told to whom looks after people', async () => {
    const [clerk, boss] = [
      await server.person({ permissions: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] } }),
      await server.person({ permissions: { employeeManagement: ['isRead'] } }),
    ]
    await clerk.call('groupNotifications.create', {
      name: 'ห้องส่วนตัว',
      channel: 'telegram',
      target: '-100',
      events: ['deposit.large'],
      credential: '123456:a-token',
    })
    await raise()
    const told = (await boss.call('notifications.list', {})).records
    expect(told).toMatchObject([{ code: 'group.created', entity: 'group' }])
    expect(told[0]?.body.th).toContain(`${clerk.username} เพิ่มกลุ่มแชต ห้องส่วนตัว`)
    expect(await codesOf(clerk)).not.toContain('group.created')
  })

  test('a withdrawal that one has approved is told to whom may approve it as the second', async () => {
    const world = await createMoneyFactory(server)
    const flags = { pretransactionRequest: ['isRead', 'isUpdate'] } as const
    const [first, second] = [
      await server.person({ permissions: flags }),
      await server.person({ permissions: flags }),
    ]
    const clerk = await server.person()
    const member = await world.member()
    const id = '0198a000-0000-7000-8000-00000000beef'
    await server.database.plant(
      `insert into withdrawals (id, reference, member_id, request_key, amount_minor, to_bank, to_account_no,
         to_account_name, state, band, first_approved_by, first_approved_at, sla_ends_at, business_on)
       values ($1, 'W1', $2, 'k', 5000000, 'KBANK', '1234567890', 'x', 'review', 'twoPeople', $3, now(),
         now(), current_date)`,
      [id, member.id, first.id],
    )
    await hint('withdrawal', encodeId('withdrawal', id))
    await raise()
    expect(await codesOf(second)).toContain('approval.waiting')
    for (const person of [first, clerk]) expect(await codesOf(person)).not.toContain('approval.waiting')
  })

  test('one is offered to mute what one’s rights let in, and told what cannot be muted', async () => {
    const person = await server.person({ permissions: { employeeManagement: ['isRead'] } })
    expect(await person.call('notifications.mutes', {})).toEqual({
      muted: [],
      inbox: [
        'admin.login_new_ip',
        'admin.login_failed',
        'role.changed',
        'group.created',
        'approval.waiting',
      ],
      critical: [],
    })
    for (const each of ['role.changed', 'group.created'] as const)
      await person.call('notifications.mute', { code: each, isMuted: true })
    const unmuted = await person.call('notifications.mute', { code: 'role.changed', isMuted: false })
    expect(unmuted).toEqual({ muted: ['group.created'] })
    const all = await owner.call('notifications.mutes', {})
    expect(all.inbox).toEqual(expect.arrayContaining(all.critical))
    expect(all.critical).toContain('withdraw.unknown')
  })

  test('what an event says holds no whole phone and no whole account number', async () => {
    const member = await addMember(owner)
    await hint('member', member.id)
    await raise()
    const { rows } = await server.services.pool.query<{ text: string }>(
      'select detail::text as text from events',
    )
    for (const { text } of rows) expect(text).not.toMatch(/(?<![\da-z])\d{9,}/)
  })
})
