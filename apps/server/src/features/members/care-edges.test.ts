import { sql } from 'kysely'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiError } from '../../platform/api-error.ts'
import {
  type Columns,
  aMember,
  actorOf,
  aLink,
  anApproval,
  aPerson,
  aRole,
  idOf,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import * as queries from './queries.ts'
import { countWaitingChanges, membersWaiting, waitingChangeOf } from './waiting-changes.ts'
import { suggestUsername, updateFlags, updateState } from './writes.ts'

// What a member's page reads and writes: of that member alone, and each row differs from one that counts in
// one thing.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const member = (n: number, columns: Columns = {}) =>
  aMember(n, { first_name: `'สมชาย'`, last_name: `'ใจดี'`, version: 4, ...columns })
const account = (of: number, columns: Columns = {}) =>
  row('member_bank_accounts', {
    id: uuid(of + 100),
    member_id: uuid(of),
    bank: `'KBANK'`,
    account_no: `'7713902846'`,
    account_name: `'x'`,
    state: `'primary'`,
    ...columns,
  })

describe('a change of account waits', () => {
  const maker = { rights: { memberManagement: ['isRead', 'isUpdate'] } } as const
  const settler = { rights: { ...maker.rights, pretransactionReconcileWithdraw: ['isUpdate'] } } as const
  const change = (columns: Columns = {}) =>
    anApproval(50, {
      kind: `'memberAccountChange'`,
      entity: `'member'`,
      entity_id: `outside_id('mbr', ${uuid(30)})`,
      state: `'pending'`,
      checker_id: null,
      settled_at: null,
      maker_id: uuid(2),
      created_at: `'2026-11-20T01:02:03Z'`,
      expires_at: `now() + interval '1 second'`,
      ...columns,
    })
  const seen = (setUp: string[], given: Parameters<typeof actorOf>[1]) =>
    trials.asked([aRole(100), aPerson(1), aPerson(2), member(30), member(31), ...setUp], async (tx) => {
      const actor = actorOf(1, given)
      const { rows } = await sql<{ is: string | null }>`
        select ${waitingChangeOf(actor)} as is from members m order by m.id`.execute(tx)
      const of = async (which: 'waiting' | 'toSettle' | 'asked') =>
        (await sql`${membersWaiting(actor, which)}`.execute(tx)).rows.length
      const pending = await queries.pendingChangeOf(tx, idOf(30))
      return {
        rows: rows.map((each) => each.is),
        lists: [await of('waiting'), await of('toSettle'), await of('asked')],
        count: await countWaitingChanges(tx, actor),
        isPending: pending !== undefined,
        isOther: (await queries.pendingChangeOf(tx, idOf(31))) !== undefined,
      }
    })
  const at = '2026-11-20T01:02:03.000Z'
  const none = { toSettle: 0, asked: 0, oldestAt: null }

  test.each<[string, string[], Parameters<typeof actorOf>[1], [string | null, object | null]]>([
    ['for who may settle it', [change()], settler, ['toSettle', { toSettle: 1, asked: 0, oldestAt: at }]],
    ['for somebody else, of who only asks', [change()], maker, ['waiting', none]],
    [
      'for somebody else, of who reads',
      [change()],
      { rights: { memberManagement: ['isRead'] } },
      ['waiting', null],
    ],
    [
      'for somebody else, of who decides on money but not on members',
      [change()],
      { rights: { memberManagement: ['isRead'], pretransactionReconcileWithdraw: ['isUpdate'] } },
      ['waiting', null],
    ],
    ['asked by oneself', [change({ maker_id: uuid(1) })], settler, ['asked', { ...none, asked: 1 }]],
    ['asked by another account of oneself', [change(), aLink(2, 1)], settler, ['waiting', none]],
    ['not of another kind', [change({ kind: `'x'` })], settler, [null, none]],
    ['no more when its time is over', [change({ expires_at: 'now()' })], settler, [null, none]],
    [
      'no more when it is settled',
      [change({ state: `'rejected'`, checker_id: uuid(1), settled_at: 'now()' })],
      settler,
      [null, none],
    ],
    ['for nobody of a seller', [change()], { ...settler, type: 'seller' }, ['waiting', null]],
  ])('%s', async (_, setUp, given, [is, count]) => {
    const found = await seen(setUp, given)
    expect(found.rows).toEqual([is, null])
    expect(found.lists).toEqual([is === null ? 0 : 1, is === 'toSettle' ? 1 : 0, is === 'asked' ? 1 : 0])
    expect(found.count).toEqual(count)
    expect([found.isPending, found.isOther]).toEqual([is !== null, false])
  })
})

describe('what is taken', () => {
  const wanted = {
    phone: '+66800000030',
    username: 'member30',
    bank: 'KBANK',
    accountNo: '7713902846',
    firstName: 'สมชาย',
    lastName: 'ใจดี',
  }
  const taken = (change: Partial<typeof wanted>, columns: Columns = {}) =>
    trials.asked([member(30), account(30, columns)], (tx) =>
      queries.findTaken(tx, { ...wanted, ...change }),
    )
  const all = { phone: true, username: true, account: true, names: 1 }

  test('is each by itself; an account at this bank that is or was in use', async () => {
    expect(await taken({})).toEqual(all)
    expect(await taken({ phone: '+66800000031' })).toEqual({ ...all, phone: false })
    expect(await taken({ username: 'member31' })).toEqual({ ...all, username: false })
    expect(await taken({ bank: 'SCB' })).toEqual({ ...all, account: false })
    expect(await taken({ accountNo: '7713902847' })).toEqual({ ...all, account: false })
    expect(await taken({}, { state: `'alias'` })).toEqual(all)
    expect(await taken({}, { state: `'refused'` })).toEqual({ ...all, account: false })
    expect(await taken({ lastName: 'ใจดี ' })).toEqual({ ...all, names: 0 })
    const unseen = await trials.asked([member(30)], (tx) =>
      queries.findTaken(tx, wanted, sql<boolean>`false`),
    )
    expect(unseen).toEqual({ ...all, account: false, names: 0 })
  })

  test('is on the blacklist by phone, account, account at its bank or name, until taken off', async () => {
    const listed = async (kind: string, value: string, removed = 'null') => {
      const entry = row('blacklist', {
        kind: `'${kind}'`,
        value: `'${value}'`,
        source: `'own'`,
        reason: `'why'`,
        removed_at: removed,
      })
      const found = await trials.asked([entry], (tx) => queries.findBlacklisted(tx, wanted))
      return found.map((each) => `${each.kind} ${each.reason}`)
    }
    expect(await listed('phone', wanted.phone)).toEqual(['phone why'])
    expect(await listed('bankAccount', wanted.accountNo)).toEqual(['bankAccount why'])
    expect(await listed('bankAccount', `KBANK:${wanted.accountNo}`)).toEqual(['bankAccount why'])
    expect(await listed('bankAccount', `SCB:${wanted.accountNo}`)).toEqual([])
    expect(await listed('name', 'สมชาย ใจดี')).toEqual(['name why'])
    expect(await listed('name', wanted.phone)).toEqual([])
    expect(await listed('phone', wanted.accountNo)).toEqual([])
    expect(await listed('phone', wanted.phone, 'now()')).toEqual([])
  })

  test('a free name is made of the phone’s last seven digits, else of chance', async () => {
    const suggested = (phone: string | undefined, columns: Columns = {}) =>
      trials.asked([member(30, columns)], (tx) => suggestUsername(tx, phone))
    expect(await suggested('+66812345678')).toBe('kh2345678')
    expect(await suggested('+66812345678', { username: `'kh2345678'` })).toMatch(/^kh\d{8}$/)
    expect(await suggested('123456')).toMatch(/^kh\d{8}$/)
    expect(await suggested(undefined)).toMatch(/^kh\d{8}$/)
  })
})

describe('a member is changed', () => {
  const input = {
    id: idOf(30),
    version: 4,
    reason: 'why',
    canLogin: true,
    canDeposit: true,
    canWithdraw: true,
    canBet: true,
    isAutoWithdraw: true,
    withdrawalMinMinor: null,
    withdrawalMaxMinor: null,
    withdrawalDayMinor: null as number | null,
    withdrawalDayCount: null,
    level: 0,
    tags: [] as string[],
  }
  const others = async (tx: Parameters<Parameters<Trials['asked']>[1]>[0]) =>
    (await sql<{ it: string }>`select m::text as it from members m where id <> ${idOf(30)}`.execute(tx))
      .rows[0]?.it
  const change = (of: Partial<typeof input>, columns: Columns = {}) =>
    trials.asked([member(30, columns), member(31)], async (tx) => {
      const before = await others(tx)
      const result = await updateFlags(tx, { ...input, ...of }).catch((error: unknown) => error as ApiError)
      const { rows } = await sql<Record<string, unknown>>`
        select version, can_withdraw, withdrawal_day_minor, level, tags
          from members where id = ${idOf(30)}`.execute(tx)
      expect(await others(tx)).toBe(before)
      return { result, row: rows[0] }
    })

  test('in what was asked for alone, and says what it was and is', async () => {
    const none = { version: 5, can_withdraw: true, withdrawal_day_minor: null, level: 0, tags: [] }
    expect(await change({})).toEqual({ result: { version: 5, before: {}, after: {} }, row: none })
    const one = await change({ canWithdraw: false })
    expect(one.result).toEqual({ version: 5, before: { canWithdraw: true }, after: { canWithdraw: false } })
    expect(one.row).toEqual({ ...none, can_withdraw: false })
    const two = await change({ withdrawalDayMinor: 700, level: 3 }, { withdrawal_day_minor: 701 })
    expect(two.result).toMatchObject({
      before: { withdrawalDayMinor: 701, level: 0 },
      after: { withdrawalDayMinor: 700, level: 3 },
    })
    expect(two.row).toEqual({ ...none, withdrawal_day_minor: 700, level: 3 })
    const tags = await change({ tags: [' vip', 'vip ', 'x'] })
    expect(tags.row).toMatchObject({ tags: ['vip', 'x'] })
    const same = await change({ tags: ['vip '] }, { tags: `'{vip}'` })
    expect(same.result).toMatchObject({ before: {}, after: {} })
  })

  test('not over a change in between, of which it says who made it', async () => {
    const log = (columns: Columns) =>
      row('activity_log', {
        actor_kind: `'employee'`,
        actor_id: uuid(1),
        actor_name: `'สมศรี'`,
        entity: `'member'`,
        entity_id: `'${encodeId('member', idOf(30))}'`,
        action: `'updated'`,
        result: `'done'`,
        request_id: `'r'`,
        ...columns,
      })
    const refused = await change({ version: 3, canWithdraw: false })
    expect(refused.result).toMatchObject({ code: 'stale', details: { version: 4, last: null } })
    expect(refused.row).toMatchObject({ version: 4, can_withdraw: true })
    const by = (setUp: string[]) =>
      trials.asked(setUp, async (tx) => (await queries.lastChange(tx, idOf(30)))?.by ?? null)
    for (const action of ['updated', 'stateSet', 'accountChanged'])
      expect(await by([log({ action: `'${action}'` })])).toBe('สมศรี')
    expect(await by([log({}), log({ actor_name: `'ล่าสุด'` })])).toBe('ล่าสุด')
    expect(await by([log({ action: `'revealed'` })])).toBeNull()
    expect(await by([log({ entity_id: `'${encodeId('member', idOf(31))}'` })])).toBeNull()
  })

  test('in its state, with the reason, alone', async () => {
    const found = await trials.asked([member(30), member(31)], async (tx) => {
      const before = await others(tx)
      const version = await updateState(tx, { id: idOf(30), state: 'suspended', reason: 'why' })
      const { rows } =
        await sql`select state, state_reason, version from members where id = ${idOf(30)}`.execute(tx)
      return { version, rows, isSame: (await others(tx)) === before }
    })
    expect(found).toEqual({
      version: 5,
      rows: [{ state: 'suspended', state_reason: 'why', version: 5 }],
      isSame: true,
    })
  })
})

test('the accounts a member has had: their own, the one in use first, then the latest', async () => {
  const approval = anApproval(500, { reason: `'moved'` })
  const setUp = [
    aRole(100),
    aPerson(1),
    aPerson(2),
    aPerson(3),
    member(30, { created_by: uuid(3) }),
    approval,
    account(30, { id: uuid(81), state: `'refused'`, since: `'2026-11-03'`, account_no: `'11111111'` }),
    account(30, { id: uuid(82), state: `'alias'`, since: `'2026-11-01'`, account_no: `'22222222'` }),
    account(30, { id: uuid(83), since: `'2026-11-02'`, approval_id: uuid(500) }),
    account(31, { id: uuid(84), account_no: `'33333333'` }),
  ]
  const found = await trials.asked(setUp, (tx) => queries.accountsOf(tx, idOf(30)))
  expect(found.map((each) => [each.id, each.asked_by, each.approved_by, each.reason])).toEqual([
    [idOf(83), 'p1', 'p2', 'moved'],
    [idOf(81), 'p3', null, null],
    [idOf(82), 'p3', null, null],
  ])
})
