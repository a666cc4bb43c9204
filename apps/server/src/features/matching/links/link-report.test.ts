import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { betPlace } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessOn } from '../../../platform/business-day.ts'
import { openAccounts, postStrict } from '../../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { linkByTwo, saysItIsTheirs } from '../../../testing/world/links.ts'
import { codeOf, key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decidePassword } from '../../../testing/world/decide.ts'

let server: TestServer
let make: MoneyFactory
let second: Person
let reader: Person
const linker = () =>
  server.person({
    permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
    hasStepUp: true,
    password: decidePassword,
  })
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  second = await linker()
  reader = await server.person({
    permissions: { pretransactionNotMatch: ['isRead'], dashboard: ['isRead'] },
  })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

async function openLine(amountMinor: number): Promise<string> {
  const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
  return (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
}
async function linkTheirs(by: Person, member: FactoryMember, amountMinor: number): Promise<string> {
  const id = await openLine(amountMinor)
  await saysItIsTheirs(make, id, member)
  await by.call('preTransactions.link', { id, version: 1, memberId: member.outside }, key())
  return id
}
const linkDoubtful = async (by: Person, member: FactoryMember, amountMinor: number) => {
  const id = await openLine(amountMinor)
  await linkByTwo(by, second, { id, version: 1, memberId: member.outside })
  return id
}
const alarmsOf = async (person: Person) =>
  (await reader.call('dashboard.alarms', {})).records.filter(
    ({ entityId }) => entityId === encodeId('employee', person.id),
  )

describe('links by person and score', () => {
  test('are counted by person and day, and each row leads to its line', async () => {
    const [by, member] = [await linker(), await make.member()]
    const [, undone, low] = [
      await linkTheirs(by, member, 10_000),
      await linkTheirs(by, member, 20_000),
      await linkDoubtful(by, member, 40_000),
    ]
    await by.call('preTransactions.undoLink', { id: undone, version: 2, reason: 'ผิดคน' }, key())
    const { records } = await reader.call('preTransactions.linkReport', {})
    const employeeId = encodeId('employee', by.id)
    expect(records.find((row) => row.employeeId === employeeId)).toEqual({
      employeeId,
      name: by.username,
      on: businessOn(await server.services.settings.get(), server.services.now()),
      count: 3,
      amountMinor: 50_000,
      lowScore: 1,
      contradicted: 0,
      old: 0,
      undone: 1,
      checked: 1,
    })
    const first = await reader.call('preTransactions.handLinks', { employeeId, size: 2 })
    expect(first.records.map(({ lineId }) => lineId)).toEqual([low, undone])
    expect(first.records[0]).toMatchObject({ score: 0, reasons: ['lowScore'], isChecked: true })
    expect(first.records[1]?.undoneAt).not.toBeNull()
    const after = first.afterCursor ?? ''
    const next = await reader.call('preTransactions.handLinks', { employeeId, size: 2, after })
    expect(next.records).toHaveLength(1)
    const past = await reader.call('preTransactions.linkReport', { from: '2026-01-01', to: '2026-01-31' })
    expect(past.records).toEqual([])
  })

  test('stand by day and money, newest and most first, in the days that were asked for', async () => {
    const [one, other] = [await linker(), await linker()]
    const on = { early: '2026-03-01', late: '2026-03-02', ahead: '2099-01-01' }
    const put = (by: Person, day: string, amountMinor: number, reasons: string[], isUndone = false) =>
      server.database.plant(
        `insert into hand_links (deposit_id, statement_line_id, employee_id, member_id, amount_minor, score,
           reasons, business_on, undone_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), $2, 50, $3, $4,
           case when $5 then now() end)`,
        [by.id, amountMinor, reasons, day, isUndone],
      )
    await put(one, on.late, 100, ['contradicted'])
    await put(other, on.late, 900, ['old', 'contradicted'])
    await put(other, on.late, 5_000, ['old'], true)
    await put(one, on.early, 8_000, ['lowScore'])
    await put(one, on.ahead, 70, [])
    const shown = async (days: object) => {
      const { records } = await reader.call('preTransactions.linkReport', days)
      return records.map((row) => [
        row.name === one.username ? 'one' : 'other',
        row.on,
        row.count,
        row.amountMinor,
        row.lowScore,
        row.contradicted,
        row.old,
        row.undone,
      ])
    }
    const march = [
      ['other', on.late, 2, 900, 0, 1, 2, 1],
      ['one', on.late, 1, 100, 0, 1, 0, 0],
      ['one', on.early, 1, 8_000, 1, 0, 0, 0],
    ]
    expect(await shown({ from: on.early, to: on.late })).toEqual(march)
    expect(await shown({ to: on.early })).toEqual(march.slice(2))
    expect(await shown({ from: on.late, to: on.late })).toEqual(march.slice(0, 2))
    expect(await shown({ from: on.ahead })).toEqual([['one', on.ahead, 1, 70, 0, 0, 0, 0]])
    const today = businessOn(await server.services.settings.get(), server.services.now())
    const weekAgo = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10)
    await put(one, weekAgo, 60, [])
    expect(await shown({ from: weekAgo })).toContainEqual(['one', weekAgo, 1, 60, 0, 0, 0, 0])
    expect((await shown({})).filter(([, day]) => day !== today)).toEqual([])
    const rows = await reader.call('preTransactions.handLinks', { from: weekAgo, to: weekAgo })
    expect(rows.records).toEqual([])
  })

  test('raise the alarm above the number of low scores or the money of a day, once', async () => {
    await server.set({ linkAlarmLowCount: 1, linkAlarmDayMinor: 100_000 })
    const [low, much, quiet] = [await linker(), await linker(), await linker()]
    const member = await make.member()
    await linkDoubtful(low, member, 1_000)
    expect(await alarmsOf(low)).toEqual([])
    await linkDoubtful(low, member, 1_001)
    await linkDoubtful(low, member, 1_002)
    expect(await alarmsOf(low)).toMatchObject([
      { code: 'link.manyByHand', detail: { person: low.username, lowCount: 2, lowMax: 1 } },
    ])
    await linkTheirs(much, member, 60_000)
    await linkTheirs(much, member, 40_001)
    expect(await alarmsOf(much)).toMatchObject([{ detail: { linkedMinor: 100_001, dayMinor: 100_000 } }])
    await linkTheirs(quiet, member, 100_000)
    expect(await alarmsOf(quiet)).toEqual([])
    // The alarm leads to the links of this person, and of nobody else.
    const employeeId = encodeId('employee', much.id)
    const { records } = await reader.call('preTransactions.handLinks', { employeeId })
    expect(records.map(({ amountMinor }) => amountMinor)).toEqual([40_001, 60_000])
    // What was undone, and what was on another day, is none of today's.
    const [undoing, before] = [await linker(), await linker()]
    const undone = await linkTheirs(undoing, member, 90_000)
    await undoing.call('preTransactions.undoLink', { id: undone, version: 2, reason: 'ผิดคน' }, key())
    await linkTheirs(before, member, 90_000)
    await server.database.plant(
      'update hand_links set business_on = business_on - 1 where employee_id = $1',
      [before.id],
    )
    for (const by of [undoing, before]) {
      await linkTheirs(by, member, 90_000)
      expect(await alarmsOf(by)).toEqual([])
    }
  })
})

describe('what taking a credit back does', () => {
  const preview = (id: string) => reader.call('preTransactions.previewTakeBack', { id })

  test('is shown before: balances, ledger lines, and what the wallet lacks', async () => {
    const [by, member] = [await linker(), await make.member()]
    const id = await linkTheirs(by, member, 77_700)
    const whole = await preview(id)
    expect(whole).toMatchObject({ beforeMinor: 77_700, afterMinor: 0, shortfallMinor: 0 })
    expect(whole.member.id).toBe(member.outside)
    expect(whole.legs).toEqual([
      {
        from: `member:${member.outside}:cash`,
        to: expect.stringMatching(/^unmatched:/) as string,
        amountMinor: 77_700,
      },
    ])
    await openAccounts(server.services.db, [providerClearing('game')])
    const bet = betPlace({
      sourceId: randomUUID(),
      memberId: member.outside,
      providerId: 'game',
      amountMinor: 7_100,
      businessOn: '2026-11-22',
    })
    await server.services.db.transaction().execute((tx) => postStrict(tx, [bet]))
    expect(await preview(id)).toMatchObject({ beforeMinor: 70_600, afterMinor: 0, shortfallMinor: 7_100 })
    const small = await server.person({
      permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
      abilities: { approvalLimitMinor: 77_699 },
    })
    const { checkers } = await by.call('preTransactions.previewTakeBack', { id })
    const may = [second, by, small].map(({ username }) => checkers.includes(`Role ${username}`))
    expect(may).toEqual([true, false, false])
    const undo = by.call('preTransactions.undoLink', { id, version: 2, reason: 'ผิดคน' }, key())
    await expect(undo).rejects.toMatchObject({ code: 'memberSpent', details: { leftMinor: 70_600 } })
    expect(await make.cash(member)).toBe(70_600)
  })

  test('is nothing for a line that credited nobody', async () => {
    expect(await codeOf(preview(await openLine(5_000)))).toBe('409 stateRefused')
    // Nor for one whose credit went back already.
    const [by, member] = [await linker(), await make.member()]
    const id = await linkTheirs(by, member, 6_000)
    await by.call('preTransactions.undoLink', { id, version: 2, reason: 'ผิดคน' }, key())
    expect(await codeOf(preview(id))).toBe('409 stateRefused')
  })
})
