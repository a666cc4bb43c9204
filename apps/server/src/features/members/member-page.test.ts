import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
import { addMember, fund, inDatabase, newMember, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { refreshMemberFacts } from './jobs.ts'

// What a member’s page, row and line of a file say: each figure is its own; the log has each act as it was.

let server: TestServer
let staff: Person
const permissions = { memberManagement: ['isRead', 'isCreate', 'isUpdate'] } as const
beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  staff = await server.person({ permissions, hasStepUp: true, abilities: { exportData: true } })
})
afterAll(() => server.stop())

const plant = (statement: string) => inDatabase(server.database.adminUrl, statement)
const asReplica = (statement: string) => plant(`set session_replication_role = replica; ${statement}`)

describe('a member', () => {
  test('is shown with what was typed, and each figure by its own name', async () => {
    const seller = await server.person({ type: 'seller' })
    const friend = await addMember(staff)
    const typed = {
      lineId: 'line-7',
      email: 'mali@example.com',
      birthOn: '1990-02-03',
      sourceChannel: 'google',
    }
    const member = await addMember(staff, typed)
    await asReplica(
      `update members set seller_id = '${seller.id}', referrer_id = '${friend.uuid}', tags = '{vip,old}',
         level = 3, state_reason = 'why' where id = '${member.uuid}';
       update member_facts set balance_minor = 11, locked_minor = 12, deposit_minor = 900, deposit_count = 4,
         withdrawal_minor = 500, withdrawal_count = 3, first_deposit_at = '2026-01-01T00:00:00Z',
         last_deposit_at = '2026-01-02T00:00:00Z', last_login_at = '2026-01-03T00:00:00Z'
         where member_id = '${member.uuid}'`,
    )
    const row = {
      id: member.id,
      username: member.username,
      name: `${member.firstName} ${member.lastName}`,
      bank: 'KBANK',
      level: 3,
      tags: ['vip', 'old'],
      state: 'active',
      depositMinor: 900,
      withdrawalMinor: 500,
      netMinor: 400,
      lastDepositAt: '2026-01-02T00:00:00.000Z',
      lastLoginAt: '2026-01-03T00:00:00.000Z',
      waitingChange: null,
      version: 1,
    }
    const { records } = await staff.call('members.list', { search: member.username })
    expect(records).toMatchObject([{ ...row, balanceMinor: 11 }])
    // The page has the ledger's balance, not the copy of the lists.
    expect(await staff.call('members.get', { id: member.id })).toMatchObject({
      ...row,
      ...typed,
      firstName: member.firstName,
      lastName: member.lastName,
      balanceMinor: 0,
      lockedMinor: 0,
      stateReason: 'why',
      depositCount: 4,
      withdrawalCount: 3,
      firstDepositAt: '2026-01-01T00:00:00.000Z',
      seller: { id: encodeId('employee', seller.id), name: seller.username },
      referrer: { id: friend.id, username: friend.username },
    })
    const file = await wholeFile(
      staff.call('members.exportList', { format: 'csv', search: member.username }),
    )
    const [head, line] = Buffer.from(file.base64, 'base64').toString().replace('\ufeff', '').split('\r\n')
    const cells = new Map(head?.split(',').map((name, at) => [name, line?.split(',')[at]]))
    const shown = records[0]
    expect(Object.fromEntries(cells)).toMatchObject({
      'User name': member.username,
      Name: row.name,
      Phone: shown?.phoneMasked,
      Level: '3',
    })
    expect(line).toContain(',0.11,9.00,5.00,4.00,')
    expect(line).toContain(`KBANK,${shown?.accountNoMasked}`)
    expect(line).toContain('vip old')
  })

  test('is in the order of the figure that was asked for', async () => {
    const members = [await addMember(staff), await addMember(staff), await addMember(staff)]
    // Each figure has them in an order of its own.
    const figures = [
      [3, 10, 4],
      [1, 30, 29],
      [2, 20, 12],
    ]
    for (const [at, [balance, deposit, withdrawal]] of figures.entries())
      await asReplica(`update member_facts set balance_minor = ${balance}, deposit_minor = ${deposit},
        withdrawal_minor = ${withdrawal} where member_id = '${members[at]?.uuid}'`)
    const places = new Map(members.map(({ id }, at) => [id, at]))
    const by = async (sort: 'balance' | 'deposit' | 'withdrawal' | 'net') => {
      const { records } = await staff.call('members.list', { sort, isAscending: true, size: 100 })
      return records.flatMap(({ id }) => places.get(id) ?? [])
    }
    expect(await by('balance')).toEqual([1, 2, 0])
    expect(await by('deposit')).toEqual([0, 2, 1])
    expect(await by('withdrawal')).toEqual([0, 2, 1])
    expect(await by('net')).toEqual([1, 0, 2])
    await asReplica(`update member_facts set deposit_minor = 0 where balance_minor in (1, 2)`)
    expect(await by('withdrawal')).toEqual([0, 2, 1])
  })

  test('says why their money cannot leave, by what holds of them now', async () => {
    const member = await addMember(staff)
    const blocks = async () => (await staff.call('members.get', { id: member.id })).withdrawBlocks
    const { withdrawalMinMinor } = await server.services.settings.get()
    expect(await blocks()).toEqual(['balance'])
    await fund(server, member.id, withdrawalMinMinor, '2026-03-02')
    expect(await blocks()).toEqual([])
    const own = (minor: string) =>
      plant(`update members set withdrawal_min_minor = ${minor} where id = '${member.uuid}'`)
    await own(`${withdrawalMinMinor + 1}`)
    expect(await blocks()).toEqual(['balance'])
    await own('null')
    await plant(`update members set can_withdraw = false where id = '${member.uuid}'`)
    expect(await blocks()).toEqual(['memberState'])
    await plant(`update members set can_withdraw = true where id = '${member.uuid}'`)
    await asReplica(
      `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
         to_account_no, to_account_name, sla_ends_at, business_on, band)
       values ('WP1', '${member.uuid}', 'p1', 'review', 1, 'KBANK', '1', 'x', now(), '2026-03-02', 'auto')`,
    )
    const cashMinor = withdrawalMinMinor
    const { balanceMinor, lockedMinor } = await staff.call('members.get', { id: member.id })
    expect([balanceMinor, lockedMinor]).toEqual([cashMinor, 0])
    const heldBy: string[] = []
    for (const state of ['review', 'approved', 'sending', 'failed', 'unknown', 'paid', 'rejected']) {
      await asReplica(`alter table withdrawals disable trigger user;
        update withdrawals set state = '${state}', decision_kind = case when '${state}' <> 'review'
          then 'auto' end where reference = 'WP1'`)
      if ((await blocks()).includes('memberState')) heldBy.push(state)
    }
    expect(heldBy).toEqual(['review', 'approved', 'sending', 'failed', 'unknown'])
  })
})

describe('the log of a member', () => {
  const logOf = async (id: string) => {
    const rows = await server.database.asAdmin<Record<string, unknown>>(
      `select action, actor_name as actor, reason, before, after, detail from activity_log
        where entity = 'member' and entity_id = $1 order by id`,
      [id],
    )
    return rows
  }
  const act = (row: object) => ({
    actor: staff.username,
    reason: null,
    before: null,
    after: null,
    detail: null,
    ...row,
  })
  const flags = {
    canLogin: true,
    canDeposit: true,
    canWithdraw: true,
    canBet: true,
    isAutoWithdraw: true,
    withdrawalMinMinor: null,
    withdrawalMaxMinor: null,
    withdrawalDayMinor: null,
    withdrawalDayCount: null,
    tags: [],
  }

  test('holds each act with what was, what is and why; open screens hear each version', async () => {
    const { id, username, password } = await addMember(staff, {
      phone: '+66812345679',
      accountNo: '1234567899',
    })
    const heard = async () =>
      (
        await server.database.asAdmin<{ version: number }>(
          `select version::int from outbox where topic = 'member' and entity_id = $1 order by id`,
          [id],
        )
      ).map(({ version }) => version)
    await staff.call('members.update', { id, version: 1, ...flags, level: 4, reason: 'grew' })
    const state = { id, version: 2, state: 'locked', reason: 'a thief' } as const
    await staff.call('members.setState', state)
    expect((await staff.call('members.get', { id })).stateReason).toBe('a thief')
    const made = await staff.call('members.changePassword', { id, reason: 'forgot' })
    await staff.call('members.addNote', { id, body: 'called them', isPinned: true })
    const log = await logOf(id)
    expect(log.slice(0, 4)).toEqual([
      act({
        action: 'created',
        after: { username, phone: '08x-xxx-5679', bank: 'KBANK', accountNo: 'xxx-x-x6789-x' },
      }),
      act({ action: 'updated', reason: 'grew', before: { level: 0 }, after: { level: 4 } }),
      act({
        action: 'stateSet',
        reason: 'a thief',
        before: { state: 'active' },
        after: { state: 'locked' },
      }),
      act({ action: 'passwordChanged', reason: 'forgot' }),
    ])
    expect(log[4]).toMatchObject({ action: 'noteAdded', actor: staff.username })
    expect(await heard()).toEqual(expect.arrayContaining([1, 2, 3, 4]))
    const kept = await plant(`select password_hash from members where id = '${decodeId('member', id)}'`)
    expect(JSON.stringify([log, kept.rows])).not.toMatch(new RegExp(`${password}|${made.password}`))
    const notes = await staff.call('members.notes', { id })
    expect(notes.records).toMatchObject([{ body: 'called them', isPinned: true, author: staff.username }])
  })

  test('tells on their page what people did with money of theirs, and of no other’s', async () => {
    const [member, other] = [await addMember(staff), await addMember(staff)]
    const row = { actor_kind: 'employee', actor_name: 'สมศรี' }
    const of = (each: { id: string }, more: object = {}) => JSON.stringify({ memberId: each.id, ...more })
    const after = JSON.stringify({ amountMinor: 700, state: 'linked' })
    await server.services.db
      .insertInto('activity_log')
      .values([
        { ...row, entity: 'statementLine', action: 'linked', detail: of(member), after, reason: 'slip' },
        { ...row, entity: 'statementLine', action: 'linked', detail: of(other), after },
        { ...row, entity: 'deposit', action: 'credited', detail: of(member) },
        { ...row, entity: 'deposit', action: 'reject', detail: of(member, { amountMinor: 30 }) },
        { ...row, entity: 'adjustment', action: 'made', detail: of(member, { askedBy: 'ann' }) },
        { ...row, entity: 'withdrawal', action: 'approve', detail: of(member) },
        {
          ...row,
          actor_kind: 'system',
          actor_name: null,
          entity: 'member',
          entity_id: member.id,
          action: 'swept',
          result: 'failed',
          before: JSON.stringify({ level: 1 }),
          after: JSON.stringify({ level: 2 }),
        },
      ])
      .execute()
    const { records } = await staff.call('members.activity', { id: member.id })
    expect(records).toMatchObject([
      { action: 'swept', actor: 'system', result: 'failed', before: { level: 1 }, after: { level: 2 } },
      { action: 'made', askedBy: 'ann', before: null, after: null },
      { action: 'reject', actor: 'สมศรี', askedBy: null, after: { amountMinor: 30 } },
      { action: 'linked', reason: 'slip', before: null, after: { amountMinor: 700 } },
      { action: 'created', actor: staff.username },
    ])
  })
})

test('what was registered is on the page at once, and in the lists by the next run', async () => {
  const wanted = newMember()
  const { id } = await addMember(staff, wanted)
  await fund(server, id, 4_200, '2026-03-02')
  expect((await staff.call('members.get', { id })).balanceMinor).toBe(4_200)
  await refreshMemberFacts(server.services.db)
  const { records } = await staff.call('members.list', { search: wanted.username })
  expect(records[0]).toMatchObject({ balanceMinor: 4_200, state: 'active', lastDepositAt: null })
})
