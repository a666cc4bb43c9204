import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone, scbText } from '../../testing/bank-phone.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import {
  sendStatement,
  statementOf,
  uploadStatement,
  type PrintedRow,
} from '../../testing/world/statement-file.ts'

let server: TestServer
let make: MoneyFactory
let maker: Person
let checker: Person
const rights = { paymentAuto: ['isRead', 'isUpdate'] } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const abilities = { seeOwnBalances: true }
  maker = await server.person({
    permissions: { paymentAuto: ['isRead', 'isUpdate'] },
    abilities,
    hasStepUp: true,
  })
  checker = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const minutes = (count: number): Date => new Date(Math.floor(Date.now() / 60_000) * 60_000 + count * 60_000)
const preview = (id: string, by = maker) => by.call('statementFiles.preview', { id, mapping: null })

/** Asks for a file that was sent, with its columns as they are guessed. */
async function ask(id: string, by = maker) {
  const { mapping } = await preview(id, by)
  return by.call(
    'statementFiles.ask',
    { id, mapping, name: 'statement.csv', reason: 'the phone was off' },
    once(),
  )
}

/** An SCB account of 10,000.00 with its phone, and what its bank printed of all that moved. */
async function bank() {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const printed: PrintedRow[] = []
  let balanceMinor = 1_000_000
  const moves = async (
    amountMinor: number,
    of: { at: Date; told?: boolean; direction?: 'in' | 'out'; payer?: { tag: string; digits: string } },
  ) => {
    const { told = true, direction = 'in', ...rest } = of
    balanceMinor += direction === 'in' ? amountMinor : -amountMinor
    printed.push({ at: of.at, amountMinor, direction, balanceMinor })
    const text = phone.move({ amountMinor, direction, ...rest })
    if (told) await phone.say(text, { sentAt: of.at })
    return text
  }
  return { account, phone, printed, moves, file: () => statementOf(account.accountNo, printed) }
}
const linesOf = async (account: FactoryAccount) =>
  (await checker.call('paymentAutos.lines', { id: account.outside, size: 50 })).records
const told = async (account: FactoryAccount) =>
  (await linesOf(account)).map(
    (row) => `${row.amountMinor} =${row.balanceAfterMinor} ${row.source} ${row.chain} ${row.state}`,
  )

test('lost messages come by the file: the hole closes, what waited goes on, it credits nobody', async () => {
  const { account, phone, moves, file } = await bank()
  const member = await make.member({ bank: 'KBANK', accountNo: '1234771234' })
  await moves(10_000, { at: minutes(0) })
  await moves(20_000, { at: minutes(0), told: false })
  await moves(3_000, { at: minutes(0), told: false, direction: 'out' })
  const payer = { tag: 'KBNK', digits: '771234' }
  await moves(30_000, { at: minutes(0), payer })
  expect(await told(account)).toEqual([
    '30000 =1057000 sms afterHole waiting',
    '10000 =1010000 sms linked unmatched',
  ])
  const id = await uploadStatement(server, maker, account.outside, file())
  const seen = await preview(id)
  expect(seen).toMatchObject({ mappingFrom: 'guessed', mappingFault: null, savedBy: null })
  expect(seen.plan).toMatchObject({
    fault: null,
    takesTwo: true,
    newIn: { count: 1, amountMinor: 20_000 },
    newOut: { count: 1, amountMinor: 3_000 },
    knownCount: 2,
    healedCount: 1,
    closesHole: true,
    openingMinor: 1_000_000,
    closingMinor: 1_057_000,
    errors: [],
    contradictions: [],
  })
  const { state, approvalId } = await ask(id)
  expect(state).toBe('waiting')
  expect((await linesOf(account)).length).toBe(2)
  await decideAs(checker, approvalId)
  expect((await told(account)).toSorted()).toEqual([
    '-3000 =1027000 file linked unmatched',
    '10000 =1010000 sms linked unmatched',
    '20000 =1030000 file linked unmatched',
    '30000 =1057000 sms linked autoMatched',
  ])
  expect(await make.cash(member)).toBe(30_000)
  expect(
    await make.query(
      'select is_broken, last_balance_minor from bank_account_feeds where bank_account_id = $1',
      [account.id],
    ),
  ).toEqual([{ is_broken: false, last_balance_minor: 1_057_000 }])
  // The next message follows the file's end; one of the lost ones that comes late joins its line.
  await phone.receives({ amountMinor: 700 })
  expect((await told(account))[0]).toMatch(/^700 =1057700 sms linked/)
})

test('a file of the hole alone says what it does: what waits behind its end goes on', async () => {
  const { account, moves, file } = await bank()
  await moves(10_000, { at: minutes(0) })
  await moves(20_000, { at: minutes(0), told: false })
  const ofTheHole = file()
  for (const amountMinor of [1_500, 2_500, 3_500]) await moves(amountMinor, { at: minutes(0) })
  await moves(40_000, { at: minutes(0), told: false })
  const ofBoth = file()
  await moves(5_500, { at: minutes(0) })
  const gapsNow = async () => (await checker.call('paymentAutos.get', { id: account.outside })).gaps
  expect(await gapsNow()).toEqual([
    expect.objectContaining({ fromMinor: 1_010_000, toMinor: 1_030_000, movedMinor: 20_000 }),
  ])
  const first = await uploadStatement(server, maker, account.outside, ofTheHole)
  // Three go on, the fourth waits behind the second hole.
  expect((await preview(first)).plan).toMatchObject({ healedCount: 3, closesHole: false, takesTwo: true })
  const second = await uploadStatement(server, maker, account.outside, ofBoth)
  expect((await preview(second)).plan).toMatchObject({ healedCount: 4, closesHole: true })
  await decideAs(checker, (await ask(first)).approvalId)
  const waiting = async () => (await told(account)).filter((row) => row.endsWith('waiting'))
  expect(await waiting()).toEqual(['5500 =1083000 sms afterHole waiting'])
  expect(await gapsNow()).toEqual([expect.objectContaining({ movedMinor: 40_000 })])
  expect((await preview(second)).plan).toMatchObject({ healedCount: 1, closesHole: true })
  await decideAs(checker, (await ask(second)).approvalId)
  expect(await waiting()).toEqual([])
  expect(await gapsNow()).toEqual([])
})

test('a message that comes after the file is the line of the file, and credits nobody', async () => {
  const { account, phone, moves, file } = await bank()
  const member = await make.member({ bank: 'KBANK', accountNo: '5550881234' })
  const late = await moves(44_400, {
    at: minutes(0),
    told: false,
    payer: { tag: 'KBNK', digits: '881234' },
  })
  const { approvalId } = await ask(await uploadStatement(server, maker, account.outside, file()))
  await decideAs(checker, approvalId)
  expect((await phone.say(late)).body.data?.state).toBe('joined')
  expect(await told(account)).toEqual(['44400 =1044400 file linked suggested'])
  expect(await make.cash(member)).toBe(0)
})

test('the same file is taken once, an overlapping one adds what is new', async () => {
  const { account, moves, file } = await bank()
  await moves(100, { at: minutes(0), told: false })
  const first = file()
  const id = await uploadStatement(server, maker, account.outside, first)
  const twin = await uploadStatement(server, maker, account.outside, first)
  const { approvalId } = await ask(id)
  expect(await codeOf(ask(twin))).toBe('statementKnown')
  expect((await sendStatement(server, maker, account.outside, first)).status).toBe(409)
  await decideAs(checker, approvalId)
  expect((await sendStatement(server, maker, account.outside, first)).status).toBe(409)
  await moves(200, { at: minutes(0), told: false })
  const next = await uploadStatement(server, maker, account.outside, file())
  expect((await preview(next)).plan).toMatchObject({ knownCount: 1, newIn: { count: 1, amountMinor: 200 } })
  expect((await preview(next)).savedBy).toMatchObject({ version: 1 })
  await decideAs(checker, (await ask(next)).approvalId)
  const again = Buffer.concat([file(), Buffer.from('\r\n')])
  const known = await uploadStatement(server, maker, account.outside, again)
  expect((await preview(known)).plan).toMatchObject({ takesTwo: false, knownCount: 2 })
  expect(await ask(known)).toEqual({ state: 'done', approvalId: null })
  expect((await linesOf(account)).length).toBe(2)
  const { records } = await maker.call('statementFiles.list', { id: account.outside })
  expect(records.map(({ state, newCount }) => `${state} ${newCount}`)).toEqual([
    'imported 0',
    'imported 1',
    'imported 1',
  ])
})

test('two equal transfers within a minute stay two, whichever of them a message told', async () => {
  const { account, moves, file } = await bank()
  await moves(500, { at: minutes(0), told: false })
  await moves(500, { at: minutes(0) })
  await moves(500, { at: minutes(0), told: false, direction: 'out' })
  await moves(500, { at: minutes(0), told: false })
  const id = await uploadStatement(server, maker, account.outside, file())
  expect((await preview(id)).plan).toMatchObject({
    newIn: { count: 2 },
    newOut: { count: 1 },
    knownCount: 1,
  })
  await decideAs(checker, (await ask(id)).approvalId)
  const lines = await told(account)
  expect(lines.filter((line) => line.startsWith('500 '))).toHaveLength(3)
  expect(lines.filter((line) => !line.includes('linked'))).toEqual([])
})

test('a file that cannot be whole is refused whole, with the reason', async () => {
  const { account, moves, printed } = await bank()
  await moves(1_000, { at: minutes(0) })
  const other = await make.account({ bank: 'SCB' })
  const send = (accountNo: string, rows: readonly PrintedRow[]) =>
    uploadStatement(server, maker, account.outside, statementOf(accountNo, rows))
  const [row] = printed as [PrintedRow]
  const later = { at: minutes(1), amountMinor: 5, balanceMinor: row.balanceMinor + 5 }
  const refusals = {
    otherAccount: await send(other.accountNo, [row, later]),
    fileHole: await send(account.accountNo, [row, { ...later, balanceMinor: row.balanceMinor + 50 }]),
    contradiction: await send(account.accountNo, [{ ...row, amountMinor: 900 }, later]),
    rowErrors: await send(account.accountNo, [row, { ...later, at: minutes(60) }]),
    noRows: await send(account.accountNo, []),
  }
  for (const [reason, id] of Object.entries(refusals)) {
    expect((await preview(id)).plan?.fault).toBe(reason)
    expect(await refusalOf(ask(id))).toEqual({ code: 'statementRefused', details: { reason } })
  }
  expect(await told(account)).toHaveLength(1)
})

test('what contradicts by the time of the decision ends the act whole', async () => {
  const { account, phone, moves, file } = await bank()
  await moves(1_000, { at: minutes(0), told: false })
  await moves(2_000, { at: minutes(0), told: false })
  const { approvalId } = await ask(await uploadStatement(server, maker, account.outside, file()))
  // A message tells of another movement out of the balance that the file begins with.
  await phone.say(scbText(account, { amountMinor: 900, at: minutes(0) }, 1_000_900), { sentAt: minutes(0) })
  const before = await told(account)
  expect(await refusalOf(decideAs(checker, approvalId))).toEqual({
    code: 'conflict',
    details: { reason: 'documentChanged' },
  })
  expect(await told(account)).toEqual(before)
  // Turned down, the file may be asked for again by whoever sends it anew.
  await decideAs(checker, approvalId, false)
  expect((await sendStatement(server, maker, account.outside, file())).status).toBe(200)
})

test('only who sent a file asks for it; what is in it is for them and for who may see balances', async () => {
  const { account, moves, file } = await bank()
  await moves(1_000, { at: minutes(0), told: false })
  const id = await uploadStatement(server, maker, account.outside, file())
  const clerk = await server.person({ permissions: rights })
  const reader = await server.person({
    permissions: { paymentAuto: ['isRead'] },
    abilities: { seeOwnBalances: true },
  })
  expect(await codeOf(preview(id, clerk))).toBe('forbidden')
  expect((await preview(id, reader)).plan?.newIn.count).toBe(1)
  expect((await sendStatement(server, reader, account.outside, file())).status).toBe(403)
  const { mapping } = await preview(id)
  const stranger = await server.person({
    permissions: rights,
    abilities: { seeOwnBalances: true },
    hasStepUp: true,
  })
  const input = { id, mapping, name: 'x', reason: 'not mine' }
  expect(await codeOf(stranger.call('statementFiles.ask', input, once()))).toBe('forbidden')
  const { approvalId } = await ask(id)
  const [row] = (await clerk.call('statementFiles.list', { id: account.outside })).records
  expect(row).toMatchObject({
    approvalId,
    state: 'asked',
    newCount: 1,
    openingMinor: null,
    closingMinor: null,
  })
})

test('the database takes no line of a file that nobody agreed to', async () => {
  const { account } = await bank()
  const insert = `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision,
    received_at, source, dedupe_key, chain, state, business_on, value_on)
    values ($1, 'in', 2000, 'none', now(), 'file', 'typed', 'noBalance', 'unmatched', current_date,
      current_date)`
  await expect(make.query(insert, [account.id])).rejects.toThrow('approvalMissing')
})
