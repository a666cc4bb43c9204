import { randomUUID } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { baht, bankPhone, scbTime } from '../../testing/bank-phone.ts'
import { linkByTwo } from '../../testing/world/links.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { rowsOf } from '../bank-lines/intake/intake-rows.fixture.ts'

// Money that is told of twice: by two messages, before and after people credited it, or around a hole.
let server: TestServer
let make: MoneyFactory
let put: ReturnType<typeof rowsOf>
let clerk: Person
let second: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  put = rowsOf(server)
  const permissions = {
    pretransactionNotMatch: ['isRead', 'isUpdate'],
    pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
    pretransactionRequest: ['isRead', 'isUpdate'],
    memberManagement: ['isRead', 'isCreate'],
  } as const
  const abilities = { seeOwnBalances: true }
  clerk = await server.person({ permissions, hasStepUp: true, abilities })
  second = await server.person({ permissions, hasStepUp: true, password: decidePassword })
})
afterEach(() => {
  server.clock.ms = 0
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const minuteMs = 60_000
const key = () => ({ idempotencyKey: randomUUID() })
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
const desk = async (bank = 'SCB', hasBalances = true) => {
  const account = await make.account({ bank, hasBalances })
  return { account, phone: await bankPhone(make, account) }
}
type Desk = Awaited<ReturnType<typeof desk>>
type Answer = Awaited<ReturnType<Desk['phone']['say']>>
const idOf = ({ body }: Answer): string => body.data?.lineId ?? ''
const told = ({ body }: Answer) => [body.data?.state, body.data?.lineState]
const payerOf = (member: FactoryMember) => ({ tag: 'KBNK', digits: member.accountNo.slice(-6) })
const read = (id: string) => clerk.call('preTransactions.line', { id })
const unmatched = ({ account }: Desk) => make.balance(`unmatched:${account.outside}`)
const pushOf = ({ account }: Desk, member: FactoryMember, amountMinor: number): string => {
  const [from, own] = [member.accountNo.slice(-4), account.accountNo.slice(-4)]
  return `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก KBANK / xxxxxx${from} เข้าบัญชี xxxxxx${own}`
}
const push = { source: 'push' as const }
/** What two people credit because they saw the money in the bank's app. */
async function creditBefore(member: FactoryMember, { outside }: FactoryAccount, amountMinor: number) {
  const money = { memberId: member.outside, amountMinor, kind: 'realDeposit' as const, accountId: outside }
  const words = { reasonCode: 'systemMissedDeposit' as const, remarkStaff: 'seen in the bank app' }
  const asked = await clerk.call('preTransactions.createDeposit', { ...money, ...words }, key())
  await decideAs(second, asked.approvalId)
}
const newsSince = async (act: () => Promise<unknown>) => {
  const [last] = await make.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
  await act()
  const rows = await make.query<{ topic: string }>('select distinct topic from outbox where id > $1', [
    last?.id,
  ])
  return rows.map(({ topic }) => topic).toSorted()
}
const aside = (verb: 'ignoreLine' | 'reopenLine', id: string, version: number) =>
  clerk.call(`preTransactions.${verb}`, { id, version, reason: 'ตรวจแล้ว' }, key())

describe('a second message of one movement', () => {
  test('in the very words of the first is joined by another source once, then it says nothing', async () => {
    const at = await desk()
    const text = at.phone.move({ amountMinor: 1_100 })
    const id = idOf(await at.phone.say(text))
    expect(told(await at.phone.say(text, push))).toEqual(['joined', 'unmatched'])
    for (const source of ['sms', 'push'] as const)
      expect(told(await at.phone.say(text, { source }))).toEqual(['duplicate', 'unmatched'])
    const { messages } = await read(id)
    expect(messages.map(({ source }) => source)).toEqual(['sms', 'push', 'sms', 'push'])
    const states = await make.query<{ state: string }>(
      'select state from bank_messages where statement_line_id = $1 order by id',
      [decodeId('statementLine', id)],
    )
    expect(states.map(({ state }) => state)).toEqual(['read', 'joined', 'duplicate', 'duplicate'])
    expect(await unmatched(at)).toBe(1_100)
  })

  test('decides an open line anew; whichever of the two came first, both stand by it', async () => {
    for (const isFirst of [true, false]) {
      const at = await desk()
      const member = await make.member()
      const sms = at.phone.move({ amountMinor: 1_200 })
      const tell = [() => at.phone.say(sms), () => at.phone.say(pushOf(at, member, 1_200), push)]
      const answers = []
      for (const each of isFirst ? tell : tell.toReversed()) answers.push(await each())
      expect(answers.map(told)).toEqual(
        isFirst
          ? [
              ['read', 'unmatched'],
              ['joined', 'suggested'],
            ]
          : [
              ['read', 'waiting'],
              ['read', 'suggested'],
            ],
      )
      const { line, messages } = await read(idOf(answers[1] as Answer))
      expect(line).toMatchObject({ chain: 'linked', payerBank: 'KBANK' })
      expect(messages.map(({ source }) => source).toSorted()).toEqual(['push', 'sms'])
    }
  })

  test('credits nobody whom another line of the same amount may be of', async () => {
    const at = await desk()
    const member = await make.member()
    await make.request(member, at.account, 1_300)
    const suggested = ['read', 'suggested']
    // By what they asked for; too long ago for the push.
    expect(told(await at.phone.receives({ amountMinor: 1_300, at: ago(5) }))).toEqual(suggested)
    expect(told(await at.phone.receives({ amountMinor: 1_300, payer: payerOf(member) }))).toEqual(suggested)
    const pushed = await desk()
    await make.request(member, pushed.account, 1_400)
    expect(told(await pushed.phone.receives({ amountMinor: 1_400, at: ago(5) }))).toEqual(suggested)
    expect(told(await pushed.phone.receives({ amountMinor: 1_400 }))).toEqual(suggested)
    const joined = await pushed.phone.say(pushOf(pushed, member, 1_400), push)
    expect(told(joined)).toEqual(['joined', 'suggested'])
    expect((await read(idOf(joined))).decision).toMatchObject({ reasons: ['candidateClaimed'] })
    const unchecked = await desk('SCB', false)
    await make.request(member, unchecked.account, 1_637, { isUniqueSatang: true })
    await server.set({ isAutoCreditOn: false })
    expect(told(await unchecked.phone.receives({ amountMinor: 1_637 }))).toEqual(suggested)
    await server.set({ isAutoCreditOn: true })
    expect(told(await unchecked.phone.receives({ amountMinor: 1_637 }))).toEqual(suggested)
    expect(await make.cash(member)).toBe(0)
  })

  test('of a line that contradicts fills it in, told to open screens, and decides nothing', async () => {
    const at = await desk()
    await at.phone.receives({ amountMinor: 900 })
    const forged = idOf(await at.phone.receives({ amountMinor: 1_600, statedMinor: 1_001_600 }))
    await aside('reopenLine', forged, 1)
    const news = await newsSince(async () => {
      const joined = await at.phone.say(pushOf(at, await make.member(), 1_600), push)
      expect(told(joined)).toEqual(['joined', 'unmatched'])
    })
    expect(news).toEqual(['statementLine'])
    expect((await read(forged)).line).toMatchObject({ payerBank: 'KBANK', chain: 'contradiction' })
  })

  test('two that waited behind one hole are not both somebody’s by the digits of one', async () => {
    const at = await desk()
    const member = await make.member()
    await make.request(member, at.account, 1_500)
    const missing = at.phone.move({ amountMinor: 900 })
    const ids = [
      idOf(await at.phone.receives({ amountMinor: 1_500 })),
      idOf(await at.phone.receives({ amountMinor: 1_500, payer: payerOf(member) })),
    ]
    await at.phone.say(missing)
    const states = await Promise.all(ids.map(async (id) => (await read(id)).line.state))
    expect(states).toEqual(['suggested', 'suggested'])
    expect(await make.cash(member)).toBe(0)
  })
})

describe('money that people credited before it was told', () => {
  test('clears suspense by the digits of its line, or of the push to it, balances or not', async () => {
    const wallet = await desk('TMW', false)
    const phone = await make.member({ bank: 'TMW', accountNo: '0810001234' })
    await creditBefore(phone, wallet.account, 32_100)
    const text = 'คุณได้รับเงิน 321.00 บาท จาก 081-xxx-1234'
    expect(told(await wallet.phone.say(text, push))).toEqual(['read', 'manualMatched'])
    const at = await desk()
    const member = await make.member()
    await creditBefore(member, at.account, 32_200)
    const bare = await at.phone.receives({ amountMinor: 32_200 })
    expect(told(bare)).toEqual(['read', 'unmatched'])
    const news = await newsSince(async () => {
      expect(told(await at.phone.say(pushOf(at, member, 32_200), push))).toEqual([
        'joined',
        'manualMatched',
      ])
    })
    expect(news).toEqual(['bankAccount', 'deposit', 'statementLine'])
    const { line, canUndoUntil } = await read(idOf(bare))
    expect([line.reason, line.handler, canUndoUntil]).toEqual(['lateLine', null, null])
    expect([await make.cash(phone), await make.cash(member)]).toEqual([32_100, 32_200])
    for (const { account } of [wallet, at])
      expect(await make.balance(`suspense:${account.outside}`)).toBe(0)
  })

  test('is a person’s to clear where a person sent its line back', async () => {
    const at = await desk()
    const member = await make.member()
    await server.set({ isAutoCreditOn: false })
    const id = idOf(await at.phone.receives({ amountMinor: 32_300, payer: payerOf(member) }))
    await server.set({ isAutoCreditOn: true })
    await aside('ignoreLine', id, 1)
    await creditBefore(member, at.account, 32_300)
    await aside('reopenLine', id, 2)
    expect((await read(id)).line.state).toBe('suggested')
    expect([await make.cash(member), await unmatched(at)]).toEqual([32_300, 32_300])
  })
})

test('a member who is stopped while their money is told is not credited by itself any more', async () => {
  const at = await desk()
  const member = await make.member()
  const stopping = await server.services.pool.connect()
  await stopping.query('begin')
  await stopping.query(`update members set state = 'suspended' where id = $1`, [member.id])
  const coming = at.phone.receives({ amountMinor: 2_200, payer: payerOf(member) })
  await new Promise((done) => {
    setTimeout(done, 200)
  })
  await stopping.query('commit')
  stopping.release()
  expect(told(await coming)).not.toEqual(['read', 'autoMatched'])
  expect([await make.cash(member), await unmatched(at)]).toEqual([0, 2_200])
})

test('a provisional line that a person takes up posts nothing: its money is not proven', async () => {
  const at = await desk()
  const hint = await at.phone.say(pushOf(at, await make.member(), 2_100), push)
  expect(told(hint)).toEqual(['read', 'waiting'])
  await aside('reopenLine', idOf(hint), 1)
  const { line } = await read(idOf(hint))
  expect(['suggested', 'unmatched']).toContain(line.state)
  expect(await unmatched(at)).toBe(0)
  // Whoever took it up stands there, and the doubt of it stays with the line.
  expect(line.handler).toBe(clerk.username)
  const doubts = await make.query(
    `select doubt from line_doubts where outside_id('stl', statement_line_id) = $1`,
    [idOf(hint)],
  )
  expect(doubts).toEqual([{ doubt: 'unproven' }])
})

test('a movement told once more behind its follower moves the chain nowhere, accepted or not', async () => {
  const at = await desk()
  const [payer, next] = [await make.member(), await make.member()]
  const begun = ago(10)
  const first = at.phone.move({ amountMinor: 3_100, payer: payerOf(payer), at: begun })
  expect(told(await at.phone.say(first))).toEqual(['read', 'autoMatched'])
  const follower = { amountMinor: 3_200, payer: payerOf(next), at: ago(0) }
  const after = at.phone.move(follower)
  expect(told(await at.phone.say(after))).toEqual(['read', 'autoMatched'])
  const again = await at.phone.say(first.replace(scbTime(begun), scbTime(ago(1))))
  expect(told(again)).toEqual(['read', 'waiting'])
  const accepted = { id: idOf(again), version: 1, memberId: payer.outside }
  await linkByTwo(clerk, second, accepted)
  const gaps = await make.query('select from chain_gaps where bank_account_id = $1', [at.account.id])
  expect(gaps).toEqual([])
  // The follower told again is the same money still; what comes next stands where the bank has it.
  const twin = await at.phone.say(after.replace(scbTime(follower.at), scbTime(ago(-1))))
  expect(twin.body.data?.lineState).not.toBe('autoMatched')
  expect(told(await at.phone.receives({ amountMinor: 3_300, payer: payerOf(next) }))).toEqual([
    'read',
    'autoMatched',
  ])
  expect(await make.cash(next)).toBe(6_500)
})

test('what fills a gap is doubted where its money is linked already', async () => {
  const at = await desk()
  const member = await make.member()
  const missing = { amountMinor: 4_100, payer: payerOf(member) }
  const late = at.phone.move(missing)
  const id = idOf(await at.phone.receives({ amountMinor: 4_200 }))
  await linkByTwo(clerk, second, { id, version: 1, memberId: (await make.member()).outside })
  await put.line(at.account.id, {
    amount_minor: 4_100,
    balance_after_minor: at.phone.balanceMinor() - 4_200,
    received_at: ago(600).toISOString(),
  })
  const filled = await at.phone.say(late)
  expect(told(filled)).toEqual(['read', 'suggested'])
  expect((await read(idOf(filled))).line).toMatchObject({ isPossibleDouble: true, chain: 'linked' })
  expect(await make.cash(member)).toBe(0)
})

test('a line of yesterday that comes today is of today’s business and of the bank’s yesterday', async () => {
  const at = await desk()
  const moment = new Date(Date.now() - 26 * 60 * minuteMs)
  const id = idOf(await at.phone.receives({ amountMinor: 5_100, at: moment }))
  const dateOf = (of: Date) => new Date(of.getTime() + 7 * 60 * minuteMs).toISOString().slice(0, 10)
  const [row] = await make.query(
    'select business_on as on, value_on as of from statement_lines where id = $1',
    [decodeId('statementLine', id)],
  )
  expect(row).toEqual({ on: dateOf(new Date()), of: dateOf(moment) })
})

test('a suggestion shows each member with their account of now, masked, and their own request', async () => {
  const at = await desk()
  const members = [await make.member({ bank: 'BAY' }), await make.member()]
  const numbers = [String(Date.now()).slice(-10), members[1]?.accountNo ?? '']
  const change = [
    `update member_bank_accounts set state = 'alias' where member_id = $1 and account_no <> $2`,
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     values ($1, 'KTB', $2, '-', 'primary')`,
  ]
  for (const sql of change) await server.database.plant(sql, [members[0]?.id, numbers[0]])
  const requests = []
  for (const member of members) requests.push(await make.request(member, at.account, 8_100))
  const { suggestions } = await read(idOf(await at.phone.receives({ amountMinor: 8_100 })))
  expect(suggestions).toHaveLength(2)
  for (const [n, member] of members.entries()) {
    const shown = suggestions.find((each) => each.member.id === member.outside)
    expect(shown?.member.bank).toBe(n === 0 ? 'KTB' : 'KBANK')
    expect(shown?.member.accountNoMasked).toBe(`xxx-x-x${numbers[n]?.slice(-5, -1)}-x`)
    expect(decodeId('deposit', shown?.deposit?.id ?? '')).toBe(requests[n])
    expect(JSON.stringify(shown)).not.toContain(numbers[n])
  }
})

describe('what a person sets aside', () => {
  const openAlarms = async (entityId: string) => {
    const rows = await make.query<{ code: string }>(
      'select code from alarms where entity_id = $1 and cleared_at is null',
      [entityId],
    )
    return rows.map(({ code }) => code)
  }

  test('ends the alarm of what contradicted or went out for nobody, told to open screens', async () => {
    const at = await desk()
    await at.phone.receives({ amountMinor: 900 })
    const lines = {
      'bank.outgoingUnknown': await at.phone.receives({ amountMinor: 7_200, direction: 'out' }),
      'bank.chainContradiction': await at.phone.receives({ amountMinor: 7_100, statedMinor: 1_007_100 }),
    }
    for (const [code, id] of Object.entries(lines).map(([alarm, of]) => [alarm, idOf(of)] as const)) {
      expect(await openAlarms(id)).toEqual([code])
      expect(await newsSince(() => aside('ignoreLine', id, 1))).toEqual(['statementLine'])
      expect(await openAlarms(id)).toEqual([])
    }
  })

  test('as one transfer names both lines, who did it, and is told of both', async () => {
    const [from, into] = [await desk(), await desk()]
    const out = idOf(await from.phone.receives({ amountMinor: 7_300, direction: 'out' }))
    const id = idOf(await into.phone.receives({ amountMinor: 7_300 }))
    const [last] = await make.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
    await clerk.call('preTransactions.internalTransfer', { id, version: 1, oppositeId: out }, key())
    const news = await make.query<{ of: string }>(
      `select entity_id as of from outbox where id > $1 and topic = 'statementLine'`,
      [last?.id],
    )
    expect(news.map(({ of }) => of).toSorted()).toEqual([id, out].toSorted())
    for (const each of [id, out]) expect((await read(each)).line.handler).toBe(clerk.username)
    const log = await make.query(
      `select entity_id as of, detail from activity_log where action = 'internalTransfer' and entity_id = $1`,
      [id],
    )
    expect(log).toEqual([{ of: id, detail: { outgoingId: out, amountMinor: 7_300 } }])
  })

  test('is opened again where it was set aside or held, and the chain goes on behind its hole', async () => {
    const at = await desk()
    const member = await make.member()
    const open = idOf(await at.phone.receives({ amountMinor: 7_400 }))
    await expect(aside('reopenLine', open, 1)).rejects.toMatchObject({ code: 'stateRefused' })
    at.phone.move({ amountMinor: 900 })
    const held = idOf(await at.phone.receives({ amountMinor: 7_500 }))
    const behind = await at.phone.receives({ amountMinor: 7_600, payer: payerOf(member) })
    expect(told(behind)).toEqual(['read', 'waiting'])
    await aside('reopenLine', held, 1)
    expect((await read(held)).line).toMatchObject({ state: 'unmatched', chain: 'linked' })
    expect((await read(idOf(behind))).line.state).toBe('autoMatched')
    expect([await make.cash(member), await unmatched(at)]).toEqual([7_600, 14_900])
    expect(await openAlarms(at.account.outside)).toEqual([])
  })
})

test('an alarm of the chain tells how much is missing, and of which account a line contradicts', async () => {
  const at = await desk()
  const detailOf = async (entityId: string) =>
    (
      await make.query<{ code: string; detail: object }>(
        'select code, detail from alarms where entity_id = $1 and cleared_at is null',
        [entityId],
      )
    )[0]
  await at.phone.receives({ amountMinor: 900 })
  const forged = await at.phone.receives({ amountMinor: 6_100, statedMinor: 1_006_100 })
  expect(await detailOf(idOf(forged))).toEqual({
    code: 'bank.chainContradiction',
    detail: { bankAccountId: at.account.outside },
  })
  const gone = await desk()
  gone.phone.move({ amountMinor: 6_200 })
  await gone.phone.receives({ amountMinor: 6_300 })
  expect(await detailOf(gone.account.outside)).toEqual({
    code: 'bank.chainGap',
    detail: { gapMinor: 6_200 },
  })
  const out = await desk()
  const left = await out.phone.receives({ amountMinor: 6_400, direction: 'out' })
  expect(await detailOf(idOf(left))).toEqual({
    code: 'bank.outgoingUnknown',
    detail: { amountMinor: 6_400 },
  })
})
