import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { betPlace } from '@khlang/ledger/wallet.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { linkByTwo, saysItIsTheirs } from '../../testing/world/links.ts'
import { bankPhone, scbTime } from '../../testing/bank-phone.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { codeOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
let clerk: Person
let agreeing: Person
const matching = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({ permissions: matching })
  agreeing = await server.person({ permissions: matching, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const key = () => ({ idempotencyKey: randomUUID() })
/** An account with one open incoming line of this amount. */
async function openLine(amountMinor: number) {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const answer = await phone.receives({ amountMinor })
  const id = answer.body.data?.lineId ?? ''
  return { account, phone, id }
}
const rowOf = async (id: string) => (await clerk.call('preTransactions.line', { id })).line
const linkTo = (person: Person, id: string, version: number, member: FactoryMember, rest: object = {}) =>
  person.call('preTransactions.link', { id, version, memberId: member.outside, ...rest }, key())
/** The same of a line that the member says is theirs: with that one person links it alone. */
const linkTheirs: typeof linkTo = async (person, id, version, member, rest) => {
  await saysItIsTheirs(make, id, member)
  return linkTo(person, id, version, member, rest)
}

test('the balance of our account is told to whom may see balances, and is in no text to others', async () => {
  const { id } = await openLine(12_345)
  const hidden = await clerk.call('preTransactions.line', { id })
  const abilities = { seeOwnBalances: true }
  const treasurer = await server.person({ permissions: matching, abilities })
  const shown = await treasurer.call('preTransactions.line', { id })
  expect(shown.line.balanceAfterMinor).toBe(1_012_345)
  expect(shown.messages[0]?.text).toContain('10,123.45')
  expect(hidden.line.balanceAfterMinor).toBeNull()
  expect(JSON.stringify(hidden)).not.toMatch(/10,?123\.45|1012345/)
})

test('nor is it in any other answer that shows lines, to whom may not see balances', async () => {
  const member = await make.member({ bank: 'KBANK', accountNo: '1234880031' })
  const { account, phone } = await openLine(700)
  // Too much to be credited by itself.
  const amountMinor = 5_100_012
  const payer = { tag: 'KBNK', digits: '880031' }
  const lineId = (await phone.receives({ amountMinor, payer })).body.data?.lineId ?? ''
  const { phone: other } = await openAccount(9_000_000)
  const left = (await other.receives({ amountMinor, direction: 'out' })).body.data?.lineId ?? ''
  const queue = { pretransactionDepositWithdraw: ['isRead'], memberManagement: ['isCreate'] } as const
  const person = await server.person({ permissions: { ...matching, ...queue } })
  const asked = { memberId: member.outside, amountMinor, accountId: account.outside }
  const { lines } = await person.call('preTransactions.findMissing', asked)
  const typed = await person.call('preTransactions.previewDeposit', { ...asked, kind: 'realDeposit' })
  const page = await person.call('preTransactions.lines', { amountMinor })
  const opposite = await person.call('preTransactions.oppositeLines', { id: lineId })
  const seen = [...lines, typed.fittingLine, ...page.records, ...opposite.records]
  expect(seen.map((line) => [line?.id, line?.balanceAfterMinor])).toEqual([
    [lineId, null],
    [lineId, null],
    [left, null],
    [lineId, null],
    [left, null],
  ])
})

describe('linking a line', () => {
  test('credits the member, tells before and after, and the payer is known the next time', async () => {
    const { account, id } = await openLine(25_000)
    const member = await make.member()
    const answer = await linkTheirs(clerk, id, 1, member, { remark: 'ลูกค้าส่งสลิป' })
    expect(answer).toMatchObject({ creditAfterMinor: 25_000 })
    expect(await make.cash(member)).toBe(25_000)
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(0)
    const row = await rowOf(id)
    expect(row).toMatchObject({
      state: 'manualMatched',
      handler: clerk.username,
      member: { id: member.outside },
    })
    const [log] = await make.query('select action, reason from activity_log where entity_id = $1', [id])
    expect(log).toEqual({ action: 'linked', reason: 'ลูกค้าส่งสลิป' })
  })

  test('by 16 people at once is won by one; the others read who did it and when', async () => {
    const { id } = await openLine(31_000)
    const people = await Promise.all(
      Array.from({ length: 16 }, () => server.person({ permissions: matching })),
    )
    const members = await Promise.all(people.map(() => make.member()))
    const results = await Promise.allSettled(
      people.map((person, at) => linkTheirs(person, id, 1, members[at] ?? (members[0] as FactoryMember))),
    )
    const won = results.flatMap((result, at) => (result.status === 'fulfilled' ? [at] : []))
    expect(won).toHaveLength(1)
    const winner = people[won[0] ?? 0]
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({ code: 'alreadyMatched', details: { by: winner?.username } })
    }
    const cash = await Promise.all(members.map((member) => make.cash(member)))
    expect(cash.reduce((sum, one) => sum + one, 0)).toBe(31_000)
  })

  test('adopts an open request of the member, and refuses another member’s', async () => {
    const { account, id } = await openLine(27_000)
    const member = await make.member()
    const stranger = await make.member()
    const at = new Date(Date.now() - 60_000).toISOString()
    const requestId = await make.request(member, account, 27_000, { at })
    const depositId = encodeId('deposit', requestId)
    expect(await codeOf(linkTo(clerk, id, 1, stranger, { depositId }))).toBe('notFound')
    expect(await linkTo(clerk, id, 1, member, { depositId })).toMatchObject({ depositId })
    expect(await make.query('select state from deposits where id = $1', [requestId])).toEqual([
      { state: 'credited' },
    ])
  })

  test('to a suspended or barred member is confirmed first; to a blacklisted one never goes', async () => {
    const { id } = await openLine(28_000)
    const suspended = await make.member({ state: 'suspended' })
    const barred = await make.member()
    await make.query('update members set can_deposit = false where id = $1', [barred.id])
    const refused = await make.member({ state: 'blacklisted' })
    for (const member of [suspended, barred])
      expect(await codeOf(linkTo(clerk, id, 1, member))).toBe('memberNotActive')
    expect(await codeOf(linkTo(clerk, id, 1, refused, { isConfirmed: true }))).toBe('blocked')
    const remark = 'เงินเข้าก่อนถูกระงับ'
    const asked = await linkTo(clerk, id, 1, suspended, { isConfirmed: true, remark })
    expect([asked.state, await make.cash(suspended)]).toEqual(['waiting', 0])
    await decideAs(agreeing, asked.approvalId)
    expect(await make.cash(suspended)).toBe(28_000)
  })

  test('to a member whom something speaks against needs a note, and says so before it is sent', async () => {
    const { account, phone } = await openLine(30_100)
    const { body } = await phone.receives({ amountMinor: 30_200, name: 'อนันต์ กล้าหาญ' })
    const id = body.data?.lineId ?? ''
    const [other, same] = [
      await make.member({ firstName: 'สมชาย' }),
      await make.member({ firstName: 'อนันต์', lastName: 'กล้าหาญ', bank: 'SCB' }),
    ]
    await saysItIsTheirs(make, id, same)
    const preview = (member: FactoryMember) =>
      clerk.call('preTransactions.previewLink', { id, memberId: member.outside })
    expect(await preview(other)).toMatchObject({ needsNote: true })
    expect(await preview(same)).toMatchObject({ needsNote: false })
    for (const rest of [{}, { remark: '  ก ' }]) {
      const refused = linkTo(clerk, id, 1, other, { isConfirmed: true, ...rest })
      await expect(refused).rejects.toMatchObject({ code: 'linkNoteNeeded', field: 'remark' })
    }
    expect([await make.cash(other), (await rowOf(id)).state]).toEqual([0, 'unmatched'])
    const asked = await linkTo(clerk, id, 1, other, { remark: 'บัญชีของภรรยา มีสลิป' })
    await decideAs(agreeing, asked.approvalId)
    expect(await make.cash(other)).toBe(30_200)
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(30_100)
  })

  test('with an old version is stale; without the right it is forbidden', async () => {
    const { id } = await openLine(29_000)
    const member = await make.member()
    await clerk.call('preTransactions.ignoreLine', { id, version: 1, reason: 'ทดสอบ' }, key())
    await clerk.call('preTransactions.reopenLine', { id, version: 2, reason: 'ทดสอบ' }, key())
    expect(await codeOf(linkTo(clerk, id, 1, member))).toBe('stale')
    const reader = await server.person({ permissions: { pretransactionNotMatch: ['isRead'] } })
    expect(await codeOf(linkTo(reader, id, 3, member))).toBe('forbidden')
    const same = { idempotencyKey: randomUUID() }
    const input = { id, version: 3, memberId: member.outside, remark: 'เงินของเขาจริง' }
    const first = await clerk.call('preTransactions.link', input, same)
    expect(await clerk.call('preTransactions.link', input, same)).toEqual(first)
    await decideAs(agreeing, first.approvalId)
    expect(await make.cash(member)).toBe(29_000)
  })
})

describe('taking a link back', () => {
  const undo = (person: Person, id: string, version: number) =>
    person.call('preTransactions.undoLink', { id, version, reason: 'ผิดคน' }, key())

  test('opens the line again for another member; the first one’s credit is reversed', async () => {
    const { id } = await openLine(33_000)
    const [wrong, right] = [await make.member(), await make.member()]
    await linkTheirs(clerk, id, 1, wrong)
    expect((await clerk.call('preTransactions.line', { id })).canUndoUntil).not.toBeNull()
    expect(await undo(clerk, id, 2)).toEqual({ version: 3 })
    expect([await make.cash(wrong), (await rowOf(id)).state]).toEqual([0, 'unmatched'])
    await linkByTwo(clerk, agreeing, { id, version: 3, memberId: right.outside })
    expect(await make.cash(right)).toBe(33_000)
  })

  test('is of the bank’s day that the line was of', async () => {
    const { id } = await openLine(33_300)
    const uuid = decodeId('statementLine', id)
    await server.database.plant('update statement_lines set value_on = value_on - 2 where id = $1', [uuid])
    await linkTheirs(clerk, id, 1, await make.member())
    await undo(clerk, id, 2)
    const moved = await make.query(
      `select t.value_on - l.value_on as off from transfers t join deposits d on d.amount_minor = 33300
         and t.source_id = outside_id('dep', d.id) join statement_lines l on l.id = $1`,
      [uuid],
    )
    expect(moved).toEqual([{ off: 0 }, { off: 0 }])
  })

  test('is refused to others, after ten minutes, and of what the system matched', async () => {
    const { id } = await openLine(34_000)
    const member = await make.member()
    await linkTheirs(clerk, id, 1, member)
    const other = await server.person({ permissions: matching })
    expect(await codeOf(undo(other, id, 2))).toBe('forbidden')
    server.clock.ms = 11 * 60_000
    expect(await codeOf(undo(clerk, id, 2))).toBe('undoTooLate')
    server.clock.ms = 0
    expect(await make.cash(member)).toBe(34_000)
  })

  test('is refused once money has left the wallet, even where enough is there', async () => {
    const { id } = await openLine(35_000)
    const member = await make.member()
    await linkTheirs(clerk, id, 1, member)
    await openAccounts(server.services.db, [providerClearing('game')])
    const bet = {
      sourceId: 'bet-1',
      memberId: member.outside,
      providerId: 'game',
      amountMinor: 100,
      businessOn: '2026-11-21',
    }
    await server.services.db.transaction().execute((tx) => postStrict(tx, [betPlace(bet)]))
    await expect(undo(clerk, id, 2)).rejects.toMatchObject({
      code: 'memberSpent',
      details: { leftMinor: 34_900 },
    })
    const more = await openLine(90_000)
    await linkTheirs(clerk, more.id, 1, member)
    expect(await codeOf(undo(clerk, id, 2))).toBe('memberSpent')
    expect(await make.cash(member)).toBe(124_900)
    expect((await rowOf(id)).state).toBe('manualMatched')
  })
})

describe('lines that are not a deposit', () => {
  test('two lines of two own accounts close as one transfer', async () => {
    const from = await openAccount(1_000_000)
    const into = await openAccount(0)
    await from.phone.receives({ amountMinor: 60_000, direction: 'out' })
    const answer = await into.phone.receives({ amountMinor: 60_000 })
    const id = answer.body.data?.lineId ?? ''
    const { records } = await clerk.call('preTransactions.oppositeLines', { id })
    expect(records).toHaveLength(1)
    const oppositeId = records[0]?.id ?? ''
    // Offered is what came within a day of it, before or after.
    const offered: number[] = []
    for (const apart of ['-25 hours', '-23 hours', '23 hours', '25 hours', '0']) {
      await server.database.plant(
        `update statement_lines o set received_at = l.received_at + $3::interval
           from statement_lines l where o.id = $1 and l.id = $2`,
        [decodeId('statementLine', oppositeId), decodeId('statementLine', id), apart],
      )
      offered.push((await clerk.call('preTransactions.oppositeLines', { id })).records.length)
    }
    expect(offered).toEqual([0, 1, 1, 0, 1])
    await server.database.plant('update statement_lines set value_on = value_on - 1 where id = $1', [
      decodeId('statementLine', oppositeId),
    ])
    await clerk.call('preTransactions.internalTransfer', { id, version: 1, oppositeId }, key())
    expect(await balances(from.account)).toEqual([-940_000, 0, 0])
    expect(await balances(into.account)).toEqual([-60_000, 0, 0])
    // Each half is of its own bank's day.
    const days = await make.query(
      `select kind, business_on - value_on as before from transfers
        where source_id = $1 and kind like 'own.transfer.%' order by kind`,
      [id],
    )
    expect(days).toEqual([
      { kind: 'own.transfer.in', before: 0 },
      { kind: 'own.transfer.out', before: 1 },
    ])
    const again = clerk.call('preTransactions.internalTransfer', { id, version: 2, oppositeId }, key())
    expect(await codeOf(again)).toBe('alreadyMatched')
  })

  test('set aside are rejected where they were never posted, and ignored where they were', async () => {
    const ends: Record<string, string> = {}
    for (const state of ['suggested', 'unmatched', 'unlinked', 'waiting', 'quarantined', 'autoMatched']) {
      const { id } = await openLine(700)
      await server.database.plant('update statement_lines set state = $2 where id = $1', [
        decodeId('statementLine', id),
        state,
      ])
      const ignored = clerk.call('preTransactions.ignoreLine', { id, version: 1, reason: 'ไม่ใช่' }, key())
      const said = await codeOf(ignored)
      ends[state] = said === 'done' ? (await rowOf(id)).state : said
    }
    expect(ends).toEqual({
      suggested: 'ignored',
      unmatched: 'ignored',
      unlinked: 'ignored',
      waiting: 'rejected',
      quarantined: 'rejected',
      autoMatched: 'alreadyMatched',
    })
  })

  test('a quarantined line posts nothing until it is released, and then is only suggested', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    const member = await make.member({ bank: 'KBANK', accountNo: '1234909090' })
    await phone.receives({ amountMinor: 1_000 })
    const text = `${scbTime(new Date())} 50.00 จากKBNK/x909090เข้าx${account.accountNo.slice(-6)} ใช้ได้10,050.00บ`
    const id = (await phone.say(text)).body.data?.lineId ?? ''
    expect((await rowOf(id)).state).toBe('quarantined')
    expect(await codeOf(linkTo(clerk, id, 1, member))).toBe('lineNotOpen')
    await clerk.call('preTransactions.reopenLine', { id, version: 1, reason: 'ตรวจกับธนาคารแล้ว' }, key())
    expect(await rowOf(id)).toMatchObject({ state: 'suggested', suggestionCount: 1 })
    expect(await make.cash(member)).toBe(0)
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(6_000)
  })

  test('a line behind a hole that a person accepts lets the chain go on from there', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    const member = await make.member({ bank: 'KBANK', accountNo: '1234919191' })
    const late = phone.move({ amountMinor: 5_000 })
    const id = (await phone.receives({ amountMinor: 7_000 })).body.data?.lineId ?? ''
    await phone.receives({ amountMinor: 8_000, payer: { tag: 'KBNK', digits: '919191' } })
    expect(await make.cash(member)).toBe(0)
    await clerk.call('preTransactions.reopenLine', { id, version: 1, reason: 'ข้อความหาย' }, key())
    expect(await rowOf(id)).toMatchObject({ state: 'unmatched', chain: 'linked' })
    expect(await make.cash(member)).toBe(8_000)
    const [alarm] = await make.query('select cleared_at from alarms where entity_id = $1', [
      account.outside,
    ])
    expect(alarm).not.toEqual({ cleared_at: null })
    // Behind another hole the same: what the first one lacks is waited for still.
    phone.move({ amountMinor: 9_000 })
    const next = (await phone.receives({ amountMinor: 9_500 })).body.data?.lineId ?? ''
    await clerk.call('preTransactions.reopenLine', { id: next, version: 1, reason: 'หายอีก' }, key())
    const { body } = await phone.say(late)
    expect(await rowOf(body.data?.lineId ?? '')).toMatchObject({ state: 'unmatched', chain: 'linked' })
  })

  test('lines behind a hole take the chain along as they are linked; its own comes late', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    const [member, known] = [
      await make.member(),
      await make.member({ bank: 'KBANK', accountNo: '1234929292' }),
    ]
    const come = async (amountMinor: number, digits?: string) => {
      const payer = digits === undefined ? {} : { payer: { tag: 'KBNK', digits } }
      return (await phone.receives({ amountMinor, ...payer })).body.data?.lineId ?? ''
    }
    const late = phone.move({ amountMinor: 1_000 })
    const first = await come(2_000)
    const second = await come(4_000)
    const behind = await come(5_000, '929292')
    const linkBoth = (id: string) =>
      linkByTwo(clerk, agreeing, { id, version: 1, memberId: member.outside })
    // The later one first: the chain goes on from it, and what waits behind it is credited.
    await linkBoth(second)
    expect(await rowOf(second)).toMatchObject({ state: 'manualMatched', chain: 'linked' })
    expect(await rowOf(behind)).toMatchObject({ state: 'autoMatched', chain: 'linked' })
    expect([await make.cash(member), await make.cash(known)]).toEqual([4_000, 5_000])
    // The earlier one fills a part of the gap, and the chain stays where it is.
    await linkBoth(first)
    expect(await rowOf(first)).toMatchObject({ state: 'manualMatched', chain: 'linked' })
    expect(await rowOf(await come(6_000))).toMatchObject({ state: 'unmatched', chain: 'linked' })
    const { body } = await phone.say(late)
    expect(await rowOf(body.data?.lineId ?? '')).toMatchObject({ state: 'unmatched', chain: 'linked' })
    expect(await rowOf(await come(7_000))).toMatchObject({ state: 'unmatched', chain: 'linked' })
    expect(await make.cash(member)).toBe(6_000)
  })

  test('one between two holes, linked after the one behind, leaves the chain where it is', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    const member = await make.member()
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const come = async (amountMinor: number, minutes: number) =>
      (await phone.receives({ amountMinor, at: at(minutes) })).body.data?.lineId ?? ''
    await come(500, 9)
    const missing = [phone.move({ amountMinor: 1_000, at: at(7) })]
    const between = await come(2_000, 6)
    missing.push(phone.move({ amountMinor: 3_000, at: at(6) }))
    const behind = await come(4_000, 5)
    for (const id of [behind, between])
      await linkByTwo(clerk, agreeing, { id, version: 1, memberId: member.outside })
    const linked = { state: 'unmatched', chain: 'linked' }
    expect(await rowOf(await come(5_000, 4))).toMatchObject(linked)
    for (const late of missing) {
      const { body } = await phone.say(late)
      expect(await rowOf(body.data?.lineId ?? '')).toMatchObject(linked)
    }
    expect(await rowOf(await come(6_000, 3))).toMatchObject(linked)
    expect(await make.cash(member)).toBe(6_000)
  })
})

async function openAccount(anchorMinor: number) {
  const account = await make.account({ bank: 'SCB', anchorMinor })
  return { account, phone: await bankPhone(make, account, anchorMinor) }
}
const balances = (account: FactoryAccount) =>
  Promise.all(
    [`bank:${account.outside}`, `bank:${account.outside}:in_transit`, `unmatched:${account.outside}`].map(
      (code) => make.balance(code),
    ),
  )

describe('the screen', () => {
  test('lists open lines page by page, counts them by age, and names the best members first', async () => {
    const { account, phone } = await openLine(41_000)
    for (let n = 1; n <= 4; n += 1) await phone.receives({ amountMinor: 41_000 + n })
    const filter = { accountId: account.outside, size: 2 }
    const first = await clerk.call('preTransactions.lines', filter)
    expect(first.records.map((line) => line.amountMinor)).toEqual([41_004, 41_003])
    const next = await clerk.call('preTransactions.lines', { ...filter, after: first.afterCursor ?? '' })
    expect(next.records.map((line) => line.amountMinor)).toEqual([41_002, 41_001])
    const totals = await clerk.call('preTransactions.lineTotals', { accountId: account.outside })
    expect(totals).toMatchObject({
      count: 5,
      isEstimate: false,
      amountMinor: 205_010,
      ages: { under15Minutes: { count: 5 } },
    })
    const member = await make.member({ firstName: 'สมหมาย', lastName: 'ใจเย็น' })
    await make.request(member, account, 41_000)
    const line = next.records[0]
    const found = await clerk.call('preTransactions.searchMembers', {
      search: 'สมหมาย',
      ...(line ? { lineId: line.id } : {}),
    })
    expect(found.records[0]?.member.id).toBe(member.outside)
    const shown = await clerk.call('preTransactions.line', {
      id:
        (await clerk.call('preTransactions.lines', { ...filter, amountMinor: 41_000 })).records[0]?.id ??
        '',
    })
    expect(shown.suggestions[0]).toMatchObject({
      member: { id: member.outside },
      deposit: { amountMinor: 41_000 },
    })
    expect(shown.messages).toHaveLength(1)
  })

  test('shows unreadable messages until they are set aside', async () => {
    const account = await make.account({ bank: 'SCB' })
    const phone = await bankPhone(make, account)
    const failed = await phone.say('อ่านไม่ออก 77 บาท ครับ')
    const messageId = failed.body.data?.id ?? ''
    const list = async () =>
      (await clerk.call('preTransactions.failedMessages', {})).records.map((one) => one.id)
    expect(await list()).toContain(messageId)
    await clerk.call('preTransactions.dismissMessage', { messageId, reason: 'โฆษณา' })
    expect(await list()).not.toContain(messageId)
  })
})
