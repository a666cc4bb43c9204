import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeId } from '@khlang/contract/values/values.ts'
import { wholeFile } from '../../testing/exported.ts'
import {
  addMember,
  codeOf,
  fund,
  inDatabase,
  key,
  newMember,
  openBook,
} from '../../testing/world/members.ts'
import { maskAccountNo, maskPhone } from '../../platform/people/masks.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { refreshMemberFacts } from './jobs.ts'

let server: TestServer
let staff: Person
const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  staff = await server.person({ permissions, hasStepUp: true })
})
afterAll(() => server.stop())

const update = {
  canLogin: true,
  canDeposit: true,
  canWithdraw: true,
  canBet: true,
  isAutoWithdraw: true,
  withdrawalMinMinor: null,
  withdrawalMaxMinor: null,
  withdrawalDayMinor: null,
  withdrawalDayCount: null,
  level: 1,
  tags: ['vip'],
  reason: 'test of it',
}

describe('registering a member', () => {
  test('opens the wallet, shows the password once and masks everything else', async () => {
    const member = await addMember(staff, { accountNo: '1234567890', phone: '+66812345678' })
    expect(member.password.length).toBeGreaterThanOrEqual(16)
    const shown = await staff.call('members.get', { id: member.id })
    expect(shown).toMatchObject({
      phoneMasked: '08x-xxx-5678',
      accountNoMasked: 'xxx-x-x6789-x',
      balanceMinor: 0,
      lockedMinor: 0,
      version: 1,
    })
    expect(JSON.stringify(shown)).not.toMatch(/1234567890|812345678/)
    const log = await inDatabase(
      server.database.adminUrl,
      'select * from activity_log where entity_id = $1',
      [member.id],
    )
    expect(log.rows).not.toEqual([])
    expect(JSON.stringify(log.rows)).not.toContain('1234567890')
    expect(JSON.stringify(log.rows)).not.toContain(member.password)
    await fund(server, member.id, 12_345, '2026-03-02')
    expect((await staff.call('members.get', { id: member.id })).balanceMinor).toBe(12_345)
  })

  test('of two at once with one phone, user name or account exactly one succeeds', async () => {
    for (const [field, code] of [
      ['phone', '409 phoneInUse'],
      ['username', '409 usernameInUse'],
      ['accountNo', '409 bankAccountInUse'],
    ] as const) {
      const shared = newMember()[field]
      const tries = Array.from({ length: 5 }, () =>
        codeOf(staff.call('members.create', { ...newMember(), [field]: shared }, key())),
      )
      const answers = await Promise.all(tries)
      expect(answers.toSorted()).toEqual([code, code, code, code, 'ok'])
    }
  })

  test('refuses what is on the blacklist and tells before saving what is taken', async () => {
    const wanted = newMember()
    await inDatabase(
      server.database.adminUrl,
      `insert into blacklist (kind, value, source, reason) values ('bankAccount', $1, 'hr03', 'mule')`,
      [`${wanted.bank}:${wanted.accountNo}`],
    )
    expect(await codeOf(staff.call('members.create', wanted, key()))).toBe('422 blacklisted')
    const other = await addMember(staff)
    const told = await staff.call('members.checkDuplicate', {
      phone: other.phone,
      bank: wanted.bank,
      accountNo: wanted.accountNo,
    })
    expect(told.taken).toEqual(['phone'])
    expect(told.blacklisted).toEqual([{ kind: 'bankAccount', reason: 'mule' }])
    expect(told.suggestedUsername).toMatch(/^kh\d{7,8}$/)
  })

  test('a look-up is in the log by what was asked, masked, once an hour for each', async () => {
    const person = await server.person({ permissions })
    const { phone, username, bank, accountNo, firstName, lastName } = newMember()
    const other = newMember()
    const asked = { phone, username, bank, accountNo, firstName, lastName }
    for (const each of [asked, asked, { phone }, { phone: other.phone }, asked])
      await person.call('members.checkDuplicate', each)
    const { rows } = await inDatabase(
      server.database.adminUrl,
      'select entity, entity_id, action, detail from activity_log where actor_id = $1 order by id',
      [person.id],
    )
    const masked = maskPhone(phone)
    const row = { entity: 'member', entity_id: null, action: 'duplicateChecked' }
    const all = { asked: Object.keys(asked), phone: masked, accountNo: maskAccountNo(accountNo) }
    expect(rows).toEqual([
      { ...row, detail: { ...all, asked: expect.arrayContaining(all.asked) } },
      { ...row, detail: { asked: ['phone'], phone: masked } },
      { ...row, detail: { asked: ['phone'], phone: maskPhone(other.phone) } },
    ])
    for (const value of [phone, username, accountNo, firstName, lastName])
      expect(JSON.stringify(rows)).not.toContain(value)
  })

  test.each(['phone', 'name'] as const)('refuses a %s while it is on the blacklist', async (kind) => {
    const wanted = newMember()
    const value = kind === 'phone' ? wanted.phone : `${wanted.firstName} ${wanted.lastName}`
    await inDatabase(
      server.database.adminUrl,
      `insert into blacklist (kind, value, source, reason) values ($1, $2, 'own', 'test')`,
      [kind, value],
    )
    expect(await codeOf(staff.call('members.create', wanted, key()))).toBe('422 blacklisted')
    await inDatabase(server.database.adminUrl, 'update blacklist set removed_at = now() where value = $1', [
      value,
    ])
    expect(await codeOf(staff.call('members.create', wanted, key()))).toBe('ok')
  })

  test('answers a repeated request with the same member and the same password', async () => {
    const wanted = newMember()
    const once = key()
    const first = await staff.call('members.create', wanted, once)
    expect(await staff.call('members.create', wanted, once)).toEqual(first)
  })

  test('takes one spelling of a name for the other', async () => {
    const composed = 'Café Thîha'
    const { id } = await addMember(staff, { firstName: composed.normalize('NFD'), lastName: 'น้ำใจ' })
    const shown = await staff.call('members.get', { id })
    expect(shown.firstName).toBe(composed.normalize('NFC'))
    const told = await staff.call('members.checkDuplicate', {
      firstName: composed.normalize('NFC'),
      lastName: 'น้ำใจ'.normalize('NFD'),
    })
    expect(told.similarNames).toBe(1)
  })

  // Row 34 of the catalogue of bad input: one form alone is a user name, so nothing can look like it.
  test('refuses every other form of a user name at its field, and keeps nothing of it', async () => {
    const wanted = newMember({ username: 'admin7' })
    for (const username of [
      ' admin7',
      'admin7 ',
      'ADMIN7',
      'admin7\u200b',
      'ad\u00admin7',
      '\ufeffadmin7',
      '\u0430dmin7',
      '\u03b1dmin7',
      'ａｄｍｉｎ7',
      'admin๗',
      'ádmin7',
    ]) {
      const failure: unknown = await staff
        .call('members.create', { ...wanted, username }, key())
        .catch((error: unknown) => error)
      expect(failure, username).toMatchObject({ status: 422, code: 'invalidFormat', field: 'username' })
      expect(await codeOf(staff.call('members.checkDuplicate', { username }))).toBe('422 invalidFormat')
    }
    expect(await codeOf(staff.call('members.create', wanted, key()))).toBe('ok')
    const twin = newMember({ username: 'admin7' })
    expect(await codeOf(staff.call('members.create', twin, key()))).toBe('409 usernameInUse')
  })

  test.each([
    [{ phone: '0812345678' }, '422 invalidFormat'],
    [{ bank: 'NOSUCH' }, '422 invalidValue'],
    [{ firstName: 'a\u202eb' }, '422 invalidText'],
    [{ firstName: 'ก\u0e48\u0e48\u0e48\u0e48\u0e48' }, '422 invalidText'],
    [{ birthOn: '2569-01-01' }, '422 invalidDate'],
    [{ birthOn: '2020-01-01' }, '422 outOfRange'],
    [{ version: 3 }, '422 unknownField'],
    [{ sellerId: 'x' }, '422 unknownField'],
  ])('refuses %j with %s', async (change, code) => {
    expect(await codeOf(staff.call('members.create', newMember(change), key()))).toBe(code)
  })
})

describe('changing a member', () => {
  test('saves each switch and limit as itself', async () => {
    const { id } = await addMember(staff)
    const limits = {
      withdrawalMinMinor: 11_100,
      withdrawalMaxMinor: 22_200,
      withdrawalDayMinor: 33_300,
      withdrawalDayCount: 4,
    }
    const names = ['canLogin', 'canDeposit', 'canWithdraw', 'isAutoWithdraw'] as const
    for (const [position, off] of names.entries()) {
      const { reason, ...wanted } = { ...update, ...limits, [off]: false }
      await staff.call('members.update', { id, version: position + 1, ...wanted, reason })
      expect(await staff.call('members.get', { id })).toMatchObject(wanted)
    }
  })

  test('a stale save is told who changed what, and changes nothing', async () => {
    const { id } = await addMember(staff)
    await staff.call('members.update', { id, version: 1, ...update })
    const late = staff.call('members.update', { id, version: 1, ...update, level: 5 })
    await expect(late).rejects.toMatchObject({
      code: 'stale',
      status: 409,
      details: { version: 2, last: { by: staff.username, after: { level: 1 } } },
    })
    expect((await staff.call('members.get', { id })).level).toBe(1)
    expect(
      await codeOf(staff.call('members.setState', { id, version: 1, state: 'locked', reason: 'late' })),
    ).toBe('409 stale')
  })

  test('of two saves over one version at once exactly one succeeds', async () => {
    const { id } = await addMember(staff)
    const answers = await Promise.all(
      [1, 2, 3].map((level) => codeOf(staff.call('members.update', { id, version: 1, ...update, level }))),
    )
    expect(answers.toSorted()).toEqual(['409 stale', '409 stale', 'ok'])
  })

  test('states move along their graph only', async () => {
    const { id, uuid } = await addMember(staff)
    const move = (state: 'active' | 'suspended' | 'locked', version: number) =>
      codeOf(staff.call('members.setState', { id, version, state, reason: 'because' }))
    expect(await move('active', 1)).toBe('409 stateRefused')
    expect(await move('suspended', 1)).toBe('ok')
    expect(await move('locked', 2)).toBe('ok')
    expect(await move('suspended', 3)).toBe('409 stateRefused')
    expect(await move('active', 3)).toBe('ok')
    await inDatabase(server.database.adminUrl, `update members set state = 'blacklisted' where id = $1`, [
      uuid,
    ])
    expect(await move('active', 4)).toBe('409 stateRefused')
  })

  test('a smallest withdrawal above the largest is refused', async () => {
    const { id } = await addMember(staff)
    const limits = { withdrawalMinMinor: 200, withdrawalMaxMinor: 100 }
    expect(await codeOf(staff.call('members.update', { id, version: 1, ...update, ...limits }))).toBe(
      '422 amountRange',
    )
  })

  test('a new password is made up and another each time, and needs a fresh factor', async () => {
    const { id } = await addMember(staff)
    const first = await staff.call('members.changePassword', { id, reason: 'forgotten' })
    const second = await staff.call('members.changePassword', { id, reason: 'forgotten' })
    expect(first.password).not.toBe(second.password)
    const cold = await server.person({ permissions })
    expect(await codeOf(cold.call('members.changePassword', { id, reason: 'forgotten' }))).toBe(
      '403 stepUpRequired',
    )
  })

  test('notes stay, pinned first; the log says who did what', async () => {
    const { id, uuid } = await addMember(staff, { note: 'first' })
    await staff.call('members.addNote', { id, body: 'pinned', isPinned: true })
    await staff.call('members.addNote', { id, body: 'second' })
    const notes = await staff.call('members.notes', { id })
    expect(notes.records.map((note) => note.body)).toEqual(['pinned', 'second', 'first'])
    const log = await staff.call('members.activity', { id })
    expect(log.records.map((row) => row.action)).toEqual(['noteAdded', 'noteAdded', 'created'])
    expect((await staff.call('members.logins', { id })).records).toEqual([])
    const other = await addMember(staff, { note: 'of another' })
    await inDatabase(
      server.database.adminUrl,
      `insert into member_logins (member_id, address, result)
       values ($1, '198.51.100.7', 'refused'), ($2, '198.51.100.8', 'done')`,
      [other.uuid, uuid],
    )
    expect((await staff.call('members.notes', { id: other.id })).records).toHaveLength(1)
    const seen = async (of: string) =>
      (await staff.call('members.logins', { id: of })).records.map((row) => [row.address, row.result])
    expect(await seen(other.id)).toEqual([['198.51.100.7', 'refused']])
    expect(await seen(id)).toEqual([['198.51.100.8', 'done']])
  })
})

describe('numbers in clear', () => {
  test('need the ability, a reason and a fresh factor, are logged, and thirty times an hour', async () => {
    const member = await addMember(staff)
    const may = await server.person({ permissions, abilities: { revealPii: true }, hasStepUp: true })
    expect(await codeOf(staff.call('members.reveal', { id: member.id, reason: 'curious' }))).toBe(
      '403 forbidden',
    )
    const shown = await may.call('members.reveal', { id: member.id, reason: 'phone call' })
    expect(shown).toMatchObject({ phone: member.phone, accounts: [{ accountNo: member.accountNo }] })
    const answers: string[] = []
    // Four at once: more would wait longer for their turn than the lock timeout on a busy machine.
    for (let batch = 0; batch < 8; batch += 1) {
      const reveal = () => codeOf(may.call('members.reveal', { id: member.id, reason: 'phone call' }))
      answers.push(...(await Promise.all([reveal(), reveal(), reveal(), reveal()])))
    }
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(29)
    expect(answers.filter((answer) => answer === '429 tooManyRequests')).toHaveLength(3)
    const log = await staff.call('members.activity', { id: member.id, size: 100 })
    expect(
      log.records.filter((row) => row.action === 'revealed' && row.reason === 'phone call'),
    ).toHaveLength(30)
  })
})

describe('a seller', () => {
  test('sees their own members only, in list, detail, totals, export, search and log', async () => {
    const seller = await server.person({
      permissions,
      type: 'seller',
      hasStepUp: true,
      abilities: { exportData: true },
    })
    const own = await addMember(seller, { lastName: 'ของเซลล์' })
    const other = await addMember(staff, { lastName: 'ของคนอื่น' })
    await fund(server, own.id, 500, '2026-03-02')
    await refreshMemberFacts(server.services.db)
    const list = await seller.call('members.list', { size: 100 })
    expect(list.records.map((row) => row.id)).toEqual([own.id])
    expect(await seller.call('members.totals', {})).toMatchObject({ count: 1, balanceMinor: 500 })
    expect((await seller.call('members.list', { search: other.username })).records).toEqual([])
    expect(await codeOf(seller.call('members.get', { id: other.id }))).toBe('404 notFound')
    expect(await codeOf(seller.call('members.notes', { id: other.id }))).toBe('404 notFound')
    expect(
      await codeOf(
        seller.call('members.setState', { id: other.id, version: 1, state: 'locked', reason: 'try' }),
      ),
    ).toBe('404 notFound')
    const file = await wholeFile(
      seller.call('members.exportList', { format: 'csv', search: other.username }),
    )
    expect(file.rows).toBe(0)
    expect((await wholeFile(seller.call('members.exportList', { format: 'csv' }))).rows).toBe(1)
    // Nor does a look-up tell them who is there besides, or what staff wrote for staff.
    const names = async (lastName: string) =>
      (await seller.call('members.checkDuplicate', { firstName: 'สมชาย', lastName })).similarNames
    expect([await names('ของเซลล์'), await names('ของคนอื่น')]).toEqual([1, 0])
    const { phone } = newMember()
    await inDatabase(
      server.database.adminUrl,
      `insert into blacklist (kind, value, source, reason) values ('phone', $1, 'hr03', 'mule')`,
      [phone],
    )
    const { blacklisted } = await seller.call('members.checkDuplicate', { phone })
    expect(blacklisted).toEqual([{ kind: 'phone', reason: '' }])
    const agent = await server.person({ permissions, type: 'agent' })
    expect((await agent.call('members.list', {})).records).toEqual([])
    expect(await codeOf(agent.call('members.get', { id: encodeId('member', own.uuid) }))).toBe(
      '404 notFound',
    )
  })
})
