import { CallError } from '@khlang/contract/derived/client.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone, scbTime } from '../../../testing/bank-phone.ts'
import { linkByTwo, saysItIsTheirs } from '../../../testing/world/links.ts'
import { codeOf, key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { inRounds, roundsTimeout } from '../../../testing/world/rounds.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decidePassword } from '../../../testing/world/decide.ts'

// When a link by hand waits for a second person although its score is good enough (decisions 42).
let server: TestServer
let make: MoneyFactory
let cashier: Person
let second: Person
const options = {
  permissions: {
    pretransactionNotMatch: ['isRead', 'isUpdate'],
    pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
    pretransactionRequest: ['isRead', 'isUpdate'],
    memberManagement: ['isRead', 'isCreate'],
  },
  hasStepUp: true,
  password: decidePassword,
} as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  cashier = await server.person(options)
  second = await server.person(options)
  await server.set({ rateMoneyPerMinute: 100_000, rateReadPerMinute: 100_000, rateWritePerMinute: 100_000 })
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
/** A line that the member says is theirs, who is named by nothing else. */
async function theirLine(amountMinor: number, member: FactoryMember): Promise<string> {
  const id = await openLine(amountMinor)
  await saysItIsTheirs(make, id, member)
  return id
}
const remark = 'ตรวจสลิปแล้ว'
const link = (by: Person, id: string, of: FactoryMember, version = 1, rest: object = {}) => {
  const input = { id, version, memberId: of.outside, isConfirmed: true, remark, ...rest }
  return by.call('preTransactions.link', input, key())
}
/** As a person's screen does: who waits too long for the others sends the same again, with the same key. */
async function linkInTurn(by: Person, id: string, of: FactoryMember) {
  const input = { id, version: 1, memberId: of.outside, isConfirmed: true, remark }
  const sent = key()
  const send = () =>
    by.call('preTransactions.link', input, sent).catch((refused: unknown) => {
      if (refused instanceof CallError && refused.code === 'idempotencyInProgress') return null
      throw refused
    })
  let answer = await send()
  while (answer === null) answer = await send()
  return answer
}
const reasonsOf = async (by: Person, id: string, { outside: memberId }: FactoryMember) =>
  (await by.call('preTransactions.previewLink', { id, memberId })).reasons
const act = { reason: 'ตรวจกับธนาคารแล้ว' }

describe('a line that one may not link alone', () => {
  test('was quarantined', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    await phone.receives({ amountMinor: 1_000 })
    const own = account.accountNo.slice(-6)
    const text = `${scbTime(new Date())} 50.00 จากKBNK/x909090เข้าx${own} ใช้ได้10,050.00บ`
    const member = await make.member({ accountNo: '1234909090' })
    const id = (await phone.say(text)).body.data?.lineId ?? ''
    await cashier.call('preTransactions.reopenLine', { id, version: 1, ...act }, key())
    expect(await reasonsOf(cashier, id, member)).toEqual(['quarantined'])
    expect((await link(cashier, id, member, 2)).state).toBe('waiting')
  })

  test('was set aside and opened again', async () => {
    const member = await make.member()
    const id = await theirLine(41_100, member)
    await cashier.call('preTransactions.ignoreLine', { id, version: 1, ...act }, key())
    await cashier.call('preTransactions.reopenLine', { id, version: 2, ...act }, key())
    expect(await reasonsOf(cashier, id, member)).toEqual(['reopened'])
    expect((await link(cashier, id, member, 3)).state).toBe('waiting')
  })

  test('was taken back from somebody, by undoing too', async () => {
    const [wrong, right] = [await make.member(), await make.member()]
    const id = await theirLine(41_200, wrong)
    await link(cashier, id, wrong)
    await cashier.call('preTransactions.undoLink', { id, version: 2, ...act }, key())
    await saysItIsTheirs(make, id, right)
    expect(await reasonsOf(cashier, id, right)).toEqual(['unlinked'])
    expect((await link(cashier, id, right, 3)).state).toBe('waiting')
  })

  test('is older than a day, by what the bank says or by when it came', async () => {
    const member = await make.member()
    for (const column of ['received_at', 'bank_time']) {
      const id = await theirLine(41_300, member)
      const other = column === 'bank_time' ? 'received_at' : 'bank_time'
      const age = (hours: number) =>
        server.database.plant(
          `update statement_lines set bank_time_precision = 'minute', ${other} = now(),
             ${column} = now() - make_interval(hours => $2) where id = $1`,
          [decodeId('statementLine', id), hours],
        )
      await age(23)
      expect(await reasonsOf(cashier, id, member)).toEqual([])
      await age(25)
      expect(await reasonsOf(cashier, id, member)).toEqual(['old'])
    }
  })

  test('is not proven by its account: behind a hole', async () => {
    const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
    phone.move({ amountMinor: 900 })
    const id = (await phone.receives({ amountMinor: 41_400 })).body.data?.lineId ?? ''
    const member = await make.member()
    await saysItIsTheirs(make, id, member)
    expect(await reasonsOf(cashier, id, member)).toEqual(['unproven'])
    await linkByTwo(cashier, second, { id, version: 1, memberId: member.outside })
    expect(await make.cash(member)).toBe(41_400)
    // The account's chain goes on from the line that two people vouched for.
    const next = (await phone.receives({ amountMinor: 41_401 })).body.data?.lineId ?? ''
    const { line } = await cashier.call('preTransactions.line', { id: next })
    expect([line.state, line.chain]).toEqual(['unmatched', 'linked'])
  })

  test('is above one’s own limit', async () => {
    const small = await server.person({ ...options, abilities: { approvalLimitMinor: 40_000 } })
    const member = await make.member()
    expect((await link(small, await theirLine(40_000, member), member)).state).toBe('done')
    const id = await theirLine(40_001, member)
    expect(await reasonsOf(small, id, member)).toEqual(['overLimit'])
    expect((await link(small, id, member)).state).toBe('waiting')
  })

  test('fits nothing but what came after it: a request, a member whose digits are the payer’s', async () => {
    const member = await make.member()
    const id = await openLine(41_600)
    const requestId = await make.request(member, null, 41_600)
    expect(await reasonsOf(cashier, id, member)).toEqual(['lowScore', 'lateEvidence'])
    const depositId = encodeId('deposit', requestId)
    expect((await link(cashier, id, member, 1, { depositId })).state).toBe('waiting')

    const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
    const payer = { tag: 'KBNK', digits: '717171' }
    const known = await phone.receives({ amountMinor: 41_700, payer })
    const lineId = known.body.data?.lineId ?? ''
    const late = await make.member({ bank: 'KBANK', accountNo: '1234717171' })
    await make.request(late, null, 41_700)
    expect(await reasonsOf(cashier, lineId, late)).toEqual(['lowScore', 'lateEvidence'])
    expect((await link(cashier, lineId, late)).state).toBe('waiting')
  })

  test('is named by nothing but a request that the linker noted, by whichever account', async () => {
    const member = await make.member()
    const twin = await server.person(options)
    await server.database.plant('update employees set phone = $3 where id in ($1, $2)', [
      cashier.id,
      twin.id,
      '0812220001',
    ])
    const noted = { memberId: member.outside, amountMinor: 41_500, remark: 'ลูกค้าโทรมาแจ้ง' }
    await cashier.call('preTransactions.createPending', noted, key())
    const id = await openLine(41_500)
    for (const own of [cashier, twin])
      expect(await reasonsOf(own, id, member)).toEqual(['lowScore', 'ownRequest'])
    expect(await reasonsOf(second, id, member)).toEqual([])
  })
})

describe('one’s limit of a day', () => {
  const limited = () => server.person({ ...options, abilities: { adjustmentPerDayMinor: 100_000 } })
  const credit = (by: Person, member: FactoryMember, amountMinor: number) =>
    by.call(
      'preTransactions.createDeposit',
      {
        memberId: member.outside,
        amountMinor,
        kind: 'goodwill',
        reasonCode: 'compensation',
        remarkStaff: remark,
      },
      key(),
    )

  test('counts links by hand and typed credit as one', async () => {
    const [by, member] = [await limited(), await make.member()]
    await link(by, await theirLine(60_000, member), member)
    expect(await codeOf(credit(by, member, 40_001))).toBe('403 overDayLimit')
    const input = { memberId: member.outside, kind: 'goodwill' as const, amountMinor: 40_001 }
    const preview = await by.call('preTransactions.previewDeposit', input)
    expect(preview.overDay).toEqual({ limitMinor: 100_000, leftMinor: 40_000 })
    await credit(by, member, 30_000)
    const id = await theirLine(10_001, member)
    expect(await reasonsOf(by, id, member)).toEqual(['overDay'])
    expect((await link(by, id, member)).state).toBe('waiting')
    expect((await link(by, await theirLine(10_000, member), member)).state).toBe('done')
  })

  test('counts no link that was undone', async () => {
    const [by, member] = [await limited(), await make.member()]
    const undone = await theirLine(60_000, member)
    await link(by, undone, member)
    await by.call('preTransactions.undoLink', { id: undone, version: 2, ...act }, key())
    expect((await link(by, await theirLine(60_000, member), member)).state).toBe('done')
    expect(await codeOf(credit(by, member, 40_000))).toBe('ok')
  })

  test('is one for all accounts of a person', async () => {
    const [by, twin] = [await limited(), await limited()]
    const spelled = [by.id, twin.id, '0812220000', '66812220000']
    const sql = `update employees set phone = case id when $1 then $3 else $4 end where id in ($1, $2)`
    await server.database.plant(sql, spelled)
    const member = await make.member()
    await link(by, await theirLine(60_000, member), member)
    expect((await link(twin, await theirLine(60_100, member), member)).state).toBe('waiting')
  })

  test('holds for 16 links of one person at once', async () => {
    const [by, member] = [await limited(), await make.member()]
    const ids = await Promise.all(Array.from({ length: 16 }, (_, n) => theirLine(30_000 + n, member)))
    const answers = await Promise.all(ids.map((id) => linkInTurn(by, id, member)))
    expect(answers.filter(({ state }) => state === 'done')).toHaveLength(3)
    expect(answers.filter(({ state }) => state === 'waiting')).toHaveLength(13)
    expect(await make.cash(member)).toBeLessThanOrEqual(100_000)
  })
})

test('two links that adopt one open request at the same instant: one wins, one credit', roundsTimeout, () =>
  inRounds(async () => {
    const member = await make.member()
    const depositId = encodeId('deposit', await make.request(member, null, 52_000))
    const [one, other] = [await openLine(52_000), await openLine(52_000)]
    const codes = await Promise.all(
      [one, other].map((id, at) => codeOf(link(at === 0 ? cashier : second, id, member, 1, { depositId }))),
    )
    expect(codes.toSorted()).toEqual(['409 stateRefused', 'ok'])
    expect(await make.cash(member)).toBe(52_000)
  }),
)
