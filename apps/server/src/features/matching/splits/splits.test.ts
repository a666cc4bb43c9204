import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import type { Person, TestServer } from '../../../testing/server.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import type { FactoryMember, MoneyFactory } from '../../../testing/world/money-factory.ts'

let desk: LineDesk
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
beforeAll(async () => {
  desk = await startLineDesk()
  ;({ server, make, cashier, second } = desk)
})
afterAll(async () => {
  expect(await desk.stop()).toEqual([])
})

let one: FactoryMember
let other: FactoryMember
let third: FactoryMember
beforeEach(async () => {
  ;[one, other, third] = [await make.member(), await make.member(), await make.member()]
})

const lineOf = async (amountMinor: number) => {
  const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
  return (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
}
const reason = 'ลูกค้าสามคนโอนรวมกัน'
type Shares = readonly (readonly [FactoryMember, number])[]
const partsOf = (shares: Shares) =>
  shares.map(([{ outside: memberId }, amountMinor]) => ({ memberId, amountMinor }))
const ask = (id: string, shares: Shares, version = 1) =>
  cashier.call('preTransactions.askSplit', { id, version, parts: partsOf(shares), reason }, once())
const split = async (id: string, shares: Shares, version = 1) =>
  decideAs(second, (await ask(id, shares, version)).approvalId)
const whole = (id: string) => cashier.call('preTransactions.line', { id })
const cashOf = () => Promise.all([one, other, third].map((member) => make.cash(member)))
const unmatchedOf = async (id: string) => make.balance(`unmatched:${(await whole(id)).line.accountId}`)
const partBack = async (id: string, member: FactoryMember) => {
  const { line, handling } = await whole(id)
  const part = handling.split?.parts.find(
    (each) => each.member.id === member.outside && each.state === 'credited',
  )
  const input = { id, version: line.version, depositId: part?.depositId ?? '', reason: 'ผิดคน' }
  return cashier.call('preTransactions.askUnlinkPart', input, once())
}

describe('a line of several members', () => {
  test('is given out when two agreed: each part a deposit of its own, shown at the line', async () => {
    const id = await lineOf(100_001)
    const { state, approvalId } = await ask(id, [
      [one, 50_000],
      [other, 50_000],
      [third, 1],
    ])
    expect(state).toBe('waiting')
    expect((await whole(id)).handling.asked).toMatchObject({ kind: 'lineSplit', id: approvalId })
    const { differences } = await second.call('approvals.get', { id: approvalId })
    const parts = differences.find(({ field }) => field === 'parts')?.after
    expect(parts).toHaveLength(3)
    expect(parts).toContainEqual(
      expect.objectContaining({ memberId: one.outside, amountMinor: 50_000, doubts: ['lowScore'] }),
    )
    expect(await cashOf()).toEqual([0, 0, 0])
    await decideAs(second, approvalId)
    expect(await cashOf()).toEqual([50_000, 50_000, 1])
    expect(await unmatchedOf(id)).toBe(0)
    const { line, handling } = await whole(id)
    expect([line.state, line.deposit, handling.split?.restMinor]).toEqual(['manualMatched', null, 0])
    expect(handling.split?.parts.map(({ amountMinor }) => amountMinor).toSorted()).toEqual([
      1, 50_000, 50_000,
    ])
    const { records } = await cashier.call('preTransactions.lines', {
      scope: 'all',
      accountId: line.accountId,
    })
    expect(records).toHaveLength(1)
  })

  test('is given out whole, to the satang, to two at least, each once', async () => {
    const id = await lineOf(10_000)
    const refused = async (shares: Shares) => {
      const refusal = await refusalOf(ask(id, shares))
      return typeof refusal === 'string' ? refusal : (refusal.details as { reason: string }).reason
    }
    expect(await refused([[one, 10_000]])).toBe('tooFew')
    expect(
      await refused([
        [one, 5_000],
        [one, 5_000],
      ]),
    ).toBe('sameMember')
    for (const rest of [4_999, 5_001])
      expect(
        await refused([
          [one, 5_000],
          [other, rest],
        ]),
      ).toBe('sum')
    const eleven = Array.from({ length: 11 }, () => [one, 1] as const)
    expect(await codeOf(ask(id, eleven))).toBe('outOfRange')
  })

  test('goes to nobody blacklisted, nor while anything is asked for, nor after it was linked', async () => {
    const id = await lineOf(10_100)
    const shares: Shares = [
      [one, 10_000],
      [other, 100],
    ]
    await server.database.plant(`update members set state = 'blacklisted' where id = $1`, [other.id])
    expect(await codeOf(ask(id, shares))).toBe('blocked')
    await ask(id, [
      [one, 10_000],
      [third, 100],
    ])
    expect(await codeOf(ask(id, shares))).toBe('conflict')
    const done = await lineOf(10_200)
    await split(done, [
      [one, 10_000],
      [third, 200],
    ])
    expect(await codeOf(ask(done, shares, 2))).toBe('alreadyMatched')
    const link = { id: done, version: 2, memberId: one.outside, remark: reason }
    expect(await codeOf(cashier.call('preTransactions.link', link, once()))).toBe('alreadyMatched')
    const unlink = { id: done, version: 2, reason }
    expect(await codeOf(cashier.call('preTransactions.askUnlink', unlink, once()))).toBe('stateRefused')
  })

  test('a part goes back by itself; the rest is given out anew, or the line is open again', async () => {
    const id = await lineOf(30_000)
    await split(id, [
      [one, 10_000],
      [other, 20_000],
    ])
    await decideAs(second, (await partBack(id, other)).approvalId)
    expect(await cashOf()).toEqual([10_000, 0, 0])
    expect(await unmatchedOf(id)).toBe(20_000)
    const after = await whole(id)
    expect([after.line.state, after.handling.split?.restMinor]).toEqual(['manualMatched', 20_000])
    const alarms = () =>
      make.query(`select code from alarms where entity_id = $1 and cleared_at is null`, [id])
    expect(await alarms()).toEqual([{ code: 'bank.splitOpen' }])
    expect(await refusalOf(ask(id, [[third, 19_999]], after.line.version))).toMatchObject({
      details: { reason: 'sum' },
    })
    await split(id, [[third, 20_000]], after.line.version)
    expect(await cashOf()).toEqual([10_000, 0, 20_000])
    expect(await alarms()).toEqual([])
    await decideAs(second, (await partBack(id, third)).approvalId)
    await decideAs(second, (await partBack(id, one)).approvalId)
    expect(await cashOf()).toEqual([0, 0, 0])
    expect([(await whole(id)).line.state, await unmatchedOf(id)]).toEqual(['unmatched', 30_000])
    expect(await alarms()).toEqual([])
    const { reasons } = await cashier.call('preTransactions.previewLink', { id, memberId: one.outside })
    expect(reasons).toContain('unlinked')
  })

  test('whoever agrees to take a part back sees what that does to its wallet alone', async () => {
    const id = await lineOf(20_000)
    await split(id, [
      [one, 15_000],
      [other, 5_000],
    ])
    const { approvalId } = await partBack(id, one)
    const { differences } = await second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'balanceMinor', before: 15_000, after: 0 })
  })

  test('holds the automatic approval of each member’s withdrawals, and counts in nobody’s day', async () => {
    const id = await lineOf(20_100)
    await split(id, [
      [one, 20_000],
      [other, 100],
    ])
    const rows = await make.query<{ member_id: string; alone: string }>(
      `select member_id, credited_alone(employee_id, business_on) as alone from hand_links
        where statement_line_id = $1 order by amount_minor`,
      [decodeId('statementLine', id)],
    )
    expect(rows.map(({ member_id: of }) => of)).toEqual([other.id, one.id])
    expect(new Set(rows.map(({ alone }) => Number(alone)))).toEqual(new Set([0]))
  })

  test('and no statement of the program’s role gives a part to another, or more than the line', async () => {
    const id = await lineOf(20_200)
    await split(id, [
      [one, 20_000],
      [other, 200],
    ])
    const uuid = decodeId('statementLine', id)
    const said = (text: string, ...values: unknown[]) =>
      server.services.pool.query(text, values).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
    expect(
      await said('update deposits set member_id = $2 where statement_line_id = $1', uuid, third.id),
    ).toBe('KL105')
    expect(await said('update deposits set split_id = null where statement_line_id = $1', uuid)).toBe(
      'KL105',
    )
    expect(await said(`update line_splits set amount_minor = 1 where line_id = $1`, uuid)).toBe('42501')
    const more = `insert into deposits (reference, member_id, state, method, amount_minor, bank_account_id,
        statement_line_id, by_kind, by_id, split_id, credited_at, business_on, credits)
      select 'X1', $2, 'credited', 'bank', amount_minor, bank_account_id, statement_line_id, by_kind, by_id,
        split_id, now(), business_on, 1 from deposits where statement_line_id = $1 limit 1`
    expect(await said(more, uuid, third.id)).toBe('KL105')
  })
})
