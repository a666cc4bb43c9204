import { mergeExcluding } from '@khlang/contract/pre-transactions/merge-words.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, once, refusalOf } from '../../../testing/refusal.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'
import { doublesOfAccount, reason, type Doubles } from './merges.fixture.ts'

let desk: LineDesk
beforeAll(async () => {
  desk = await startLineDesk()
})
afterAll(async () => {
  expect(await desk.stop()).toEqual([])
})

const on = (hasBalances = true) => doublesOfAccount(desk, hasBalances)
const later = (id: string) =>
  desk.server.database.plant(
    `update statement_lines set state = 'unmatched', hint_until = null where id = $1 and state = 'waiting'`,
    [decodeId('statementLine', id)],
  )
/** A push that waited for its line in vain. */
const lonePush = async (at: Doubles, amountMinor: number, minutesAgo = 5) => {
  const id = await at.push(amountMinor, minutesAgo)
  await later(id)
  return id
}
const whyOf = async (asked: Promise<unknown>) => {
  const refusal = await refusalOf(asked)
  return typeof refusal === 'string' ? refusal : (refusal.details as { reason?: string }).reason
}

describe('the double of a line', () => {
  test('whose twin was credited ends in it: its money is taken back, the member keeps theirs', async () => {
    const at = await on(false)
    const [twin, double] = [await at.push(12_000, 2), await at.push(12_000, 2)]
    const member = await desk.make.member()
    const [bank] = await at.book()
    await at.credit(twin, member)
    const { double: shown, records } = await at.candidates(double)
    expect(shown).toMatchObject({ line: { id: double }, source: 'push' })
    expect(records).toMatchObject([{ line: { id: twin, state: 'manualMatched' }, refusal: null }])
    expect(records[0]?.signs).toEqual(expect.arrayContaining(['maskAgrees', 'timeClose', 'saidDouble']))
    const { approvalId } = await at.ask(double, twin)
    const { differences } = await desk.second.call('approvals.get', { id: approvalId })
    expect(differences).toContainEqual({ field: 'intoState', before: null, after: 'manualMatched' })
    expect([await at.state(double), await at.book()]).toEqual(['unmatched', [bank, 12_000]])
    await decideAs(desk.second, approvalId)
    expect([await at.state(double), await at.book()]).toEqual(['duplicate', [bank - 12_000, 0]])
    expect(await at.wallet(member)).toBe(12_000)
    const stays = await at.read(twin)
    expect(stays.handling.doubles).toMatchObject([{ id: double }])
    expect(stays.messages.map(({ isOfDouble }) => isOfDouble)).toEqual([false, true])
    const { handling, messages } = await at.read(double)
    expect(handling.merge).toMatchObject({ intoId: twin, reason, reversedAt: null })
    expect(messages).toHaveLength(1)
    const { records: open } = await desk.cashier.call('preTransactions.lines', {
      accountId: at.account.outside,
    })
    expect(open).toEqual([])
  })

  test('that proved no money by itself moves none, and what follows goes on', async () => {
    const at = await on()
    const double = await lonePush(at, 13_000)
    const twin = await at.sms(13_000)
    const before = await at.book()
    await at.merge(double, twin)
    expect([await at.state(double), await at.book()]).toEqual(['duplicate', before])
    expect((await at.read(await at.sms(200))).line.chain).toBe('linked')
  })

  test('that has the balance gives it to the line that stays, and takes it back again', async () => {
    const at = await on()
    const twin = await lonePush(at, 14_000)
    const member = await desk.make.member()
    await at.credit(twin, member)
    const text = at.phone.move({ amountMinor: 14_000 })
    const double = (await at.phone.say(text)).body.data?.lineId ?? ''
    const [bank, unmatched] = await at.book()
    expect(unmatched).toBe(14_000)
    await at.merge(double, twin)
    expect(await at.book()).toEqual([bank - 14_000, 0])
    const chainOf = async (id: string) => {
      const [row] = await desk.make.query<{ chain: string; balance: number | null }>(
        'select chain, balance_after_minor as balance from statement_lines where id = $1',
        [decodeId('statementLine', id)],
      )
      return [row?.chain, row?.balance]
    }
    expect(await chainOf(twin)).toEqual(['linked', at.phone.balanceMinor()])
    // The same message again is the line that stays, and brings nothing back.
    const again = await at.phone.say(text, { source: 'push' })
    expect(again.body.data).toMatchObject({ state: 'duplicate', lineId: twin })
    expect((await at.phone.say(text)).body.data).toMatchObject({ lineId: twin })
    expect(await at.book()).toEqual([bank - 14_000, 0])
    expect((await at.read(await at.sms(300))).line.chain).toBe('linked')
    await at.unmerge(double)
    expect(await chainOf(twin)).toEqual(['hint', null])
    expect(await at.state(double)).toBe('unlinked')
    expect((await at.read(await at.sms(400))).line.chain).toBe('linked')
    expect(await at.wallet(member)).toBe(14_000)
  })

  test('comes back by two, may end again, and is then linked as money of its own', async () => {
    const at = await on(false)
    const [twin, double] = [await at.push(15_000, 1), await at.push(15_000, 1)]
    const before = await at.book()
    for (const _ of [1, 2]) {
      await at.merge(double, twin)
      expect((await at.book())[1]).toBe(15_000)
      await at.unmerge(double)
      expect(await at.book()).toEqual(before)
    }
    const member = await desk.make.member()
    await at.credit(double, member)
    expect([await at.wallet(member), (await at.book())[1]]).toEqual([15_000, 15_000])
    await at.merge(twin, double)
    expect((await at.book())[1]).toBe(0)
    expect(await codeOf(at.unmerge(double))).toBe('alreadyMatched')
  })

  test('may be money that left: nothing is posted, and its alarm ends until it comes back', async () => {
    const at = await on(false)
    const [twin, double] = [await at.sms(16_000, 'out'), await at.sms(16_000, 'out')]
    await desk.server.database.plant(
      'update statement_lines set balance_after_minor = null where id = $1',
      [decodeId('statementLine', double)],
    )
    const before = await at.book()
    const alarms = () =>
      desk.make.query<{ code: string }>(
        'select code from alarms where entity_id = $1 and cleared_at is null',
        [double],
      )
    expect(await alarms()).toEqual([{ code: 'bank.outgoingUnknown' }])
    await at.merge(double, twin)
    expect([await at.state(double), await alarms(), await at.book()]).toEqual(['duplicate', [], before])
    await at.unmerge(double)
    expect([await at.state(double), await alarms()]).toEqual([
      'unmatched',
      [{ code: 'bank.outgoingUnknown' }],
    ])
    expect(await at.book()).toEqual(before)
  })
})

describe('nothing ends as a double', () => {
  test('whose balance, reference or payer says that it is another movement', async () => {
    const at = await on()
    const [one, other] = [await at.sms(17_000), await at.sms(17_000)]
    expect(await whyOf(at.ask(other, one))).toBe('excluded')
    expect((await at.candidates(other)).records[0]?.signs).toContain('balanceDiffers')
    const bare = await on(false)
    const [plain, named, ref] = [
      await bare.push(18_000, 3),
      await bare.push(18_000, 3, '7777'),
      await bare.push(18_000, 3),
    ]
    expect(await whyOf(bare.ask(named, plain))).toBe('excluded')
    const set = (id: string, column: string, value: string) =>
      desk.server.database.plant(`update statement_lines set ${column} = $2 where id = $1`, [
        decodeId('statementLine', id),
        value,
      ])
    await set(plain, 'ref', 'A1')
    await set(ref, 'ref', 'A2')
    expect(await whyOf(bare.ask(ref, plain))).toBe('excluded')
    const printed = [await bare.push(18_500, 3), await bare.push(18_500, 3)] as const
    await set(printed[0], 'payer_name', 'สมชาย ใจดี')
    await set(printed[1], 'payer_name', 'วิภา ศรีสุข')
    expect(await whyOf(bare.ask(printed[1], printed[0]))).toBe('excluded')
  })

  test('of another amount or account, of a line nobody has proven, or that has doubles itself', async () => {
    const at = await on()
    const far = await on()
    const [push, sms] = [await lonePush(at, 19_000), await at.sms(19_000)]
    expect(await whyOf(at.ask(sms, push))).toBe('notProven')
    expect(await whyOf(at.ask(push, await at.sms(19_001)))).toBe('notAlike')
    expect(await whyOf(at.ask(push, await far.sms(19_000)))).toBe('notAlike')
    expect(await whyOf(at.ask(push, push))).toBe('notAlike')
    await at.merge(push, sms)
    const third = await lonePush(at, 19_000, 9)
    expect(await whyOf(at.ask(sms, third))).toMatch(/hasDoubles|notProven/)
    expect(await codeOf(at.ask(push, sms))).toBe('lineNotOpen')
  })

  test('that was credited or set aside, or while one of the two is another than was shown', async () => {
    const at = await on(false)
    const [one, double] = [await at.push(20_000, 1), await at.push(20_000, 1)]
    await at.credit(double, await desk.make.member())
    expect(await codeOf(at.ask(double, one))).toBe('alreadyMatched')
    const input = { id: one, version: 1, intoId: double, intoVersion: 1, reason }
    expect(await codeOf(desk.cashier.call('preTransactions.askMerge', input, once()))).toBe('stale')
    const { approvalId } = await at.ask(one, double)
    expect(await codeOf(at.ask(one, double))).toBe('conflict')
    await desk.server.database.plant('update statement_lines set version = version + 1 where id = $1', [
      decodeId('statementLine', double),
    ])
    expect(await codeOf(decideAs(desk.second, approvalId))).toBe('stale')
    expect(await at.state(one)).toBe('unmatched')
  })
})

test('the database excludes by the same signs as the screen', async () => {
  const [row] = await desk.make.query<{ signs: string[] }>('select merge_excluding() as signs')
  expect(row?.signs).toEqual([...mergeExcluding])
})

test('no statement of the program’s own role makes a double, or of a double a line', async () => {
  const at = await on(false)
  const [twin, double] = [await at.push(21_000, 1), await at.push(21_000, 1)]
  const [uuid, into] = [decodeId('statementLine', double), decodeId('statementLine', twin)]
  const said = (text: string, ...values: unknown[]) =>
    desk.server.services.pool.query(text, values).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
  const row = `insert into line_merges (line_id, into_id, amount_minor, was_received, maker_id, approval_id,
    reason) values ($1, $2, 21000, $3, $4, $5, 'x')`
  const { approvalId } = await at.ask(double, twin)
  const asked = decodeId('approval', approvalId ?? '')
  expect(await said(row, uuid, into, true, desk.cashier.id, asked)).toBe('KL105')
  const alone = `update statement_lines set state = 'duplicate', reason = 'merged' where id = $1`
  expect(await said(alone, uuid)).toBe('KL105')
  await decideAs(desk.second, approvalId)
  expect(await said(row, into, uuid, true, desk.cashier.id, asked)).not.toBe('done')
  for (const change of [
    `update statement_lines set state = 'unmatched', reason = null where id = $1`,
    `update line_merges set reversed_at = now() where line_id = $1`,
    `update line_merges set amount_minor = 1 where line_id = $1`,
  ])
    expect(await said(change, uuid)).not.toBe('done')
  expect(await said(`update statement_lines set state = 'rejected' where id = $1`, into)).toBe('KL105')
})

test('whatever is merged and comes back, no wallet moves, and the bank by the doubles alone', async () => {
  const member = await desk.make.member()
  const act = fc.record({
    double: fc.nat(2),
    into: fc.nat(2),
    what: fc.constantFrom('merge' as const, 'merge' as const, 'unmerge' as const, 'credit' as const),
  })
  const isReceived = async (id: string): Promise<boolean> => {
    const uuid = decodeId('statementLine', id)
    const [row] = await desk.make.query<{ is: boolean }>('select is_received($1) as is', [uuid])
    return row?.is === true
  }
  const run = async (isBare: boolean, acts: readonly { double: number; into: number; what: string }[]) => {
    const at = await on(!isBare)
    const tell = isBare
      ? [() => at.push(22_000, 1), () => at.push(22_000, 1), () => at.push(22_000, 1)]
      : [() => lonePush(at, 22_000, 9), () => at.sms(22_000), () => lonePush(at, 22_000, 5)]
    const ids: string[] = []
    for (const each of tell) ids.push(await each())
    for (const { double, into, what } of acts) {
      const [id, other] = [ids[double] ?? '', ids[into] ?? '']
      const [wallet, [bank], was] = [await at.wallet(member), await at.book(), await isReceived(id)]
      const acting = { merge: () => at.merge(id, other), unmerge: () => at.unmerge(id) }[what]
      const done = await codeOf(acting === undefined ? at.credit(id, member) : acting())
      if (acting === undefined) continue
      const moved = (await at.book())[0]
      const is = await isReceived(id)
      expect(await at.wallet(member)).toBe(wallet)
      expect(moved - bank).toBe(22_000 * (Number(is) - Number(was)))
      if (done === 'done') expect(await at.state(id)).toBe(what === 'merge' ? 'duplicate' : 'unlinked')
      else expect(is).toBe(was)
      if (done === 'done' && what === 'merge') expect(is).toBe(false)
    }
  }
  await fc.assert(fc.asyncProperty(fc.boolean(), fc.array(act, { minLength: 3, maxLength: 4 }), run), {
    numRuns: 5,
    endOnFailure: true,
  })
})
