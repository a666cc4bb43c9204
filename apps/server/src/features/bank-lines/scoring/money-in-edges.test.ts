import { randomUUID } from 'node:crypto'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wholeFile } from '../../../testing/exported.ts'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { linkByTwo } from '../../../testing/world/links.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'

const hourMs = 3_600_000
let server: TestServer
let make: MoneyFactory
let clerk: Person
let second: Person
const permissions = {
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  memberManagement: ['isRead', 'isCreate'],
} as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({ permissions, hasStepUp: true, abilities: { exportData: true } })
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

const key = () => ({ idempotencyKey: randomUUID() })
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
let serial = 500_000
/** A member and the six digits that only their account ends with. */
const payer = async (options: { state?: string } = {}) => {
  const digits = String((serial += 11))
  return { member: await make.member({ accountNo: `7531${digits}`, ...options }), digits }
}
const desk = async (anchorMinor = 1_000_000) => {
  const account = await make.account({ bank: 'SCB', anchorMinor })
  return { account, phone: await bankPhone(make, account, anchorMinor) }
}
type Desk = Awaited<ReturnType<typeof desk>>
const idOf = (answer: { body: { data?: { lineId?: string | null } } }) => answer.body.data?.lineId ?? ''
const come = async ({ phone }: Desk, amountMinor: number, digits?: string) =>
  idOf(await phone.receives({ amountMinor, ...(digits ? { payer: { tag: 'KBNK', digits } } : {}) }))
const leave = async ({ phone }: Desk, amountMinor: number) =>
  idOf(await phone.receives({ amountMinor, direction: 'out' }))
const rowOf = async (id: string) => (await clerk.call('preTransactions.line', { id })).line
const link = (id: string, version: number, member: FactoryMember, rest: object = {}) =>
  clerk.call('preTransactions.link', { id, version, memberId: member.outside, ...rest }, key())

describe('a line is credited by itself', () => {
  test('not to a member who may not deposit, nor while deposits are switched off', async () => {
    const at = await desk()
    const [barred, other] = [await payer(), await payer()]
    await make.query('update members set can_deposit = false where id = $1', [barred.member.id])
    await come(at, 12_300, barred.digits)
    await server.set({ canDeposit: false })
    await come(at, 12_400, other.digits)
    await server.set({ canDeposit: true })
    expect([await make.cash(barred.member), await make.cash(other.member)]).toEqual([0, 0])
    const { member, digits } = await payer()
    await come(at, 12_500, digits)
    expect(await make.cash(member)).toBe(12_500)
  })

  test('not by a request that has run out, or that names another account', async () => {
    const [at, elsewhere] = [await desk(), await desk()]
    const member = await make.member()
    const late = await make.request(member, at.account, 45_617, { isUniqueSatang: true })
    await make.query(`update deposits set expires_at = now() - interval '1 second' where id = $1`, [late])
    const line = await come(at, 45_617)
    expect(await rowOf(line)).toMatchObject({ state: 'unmatched', suggestionCount: 0 })
    await make.request(member, at.account, 45_618, { isUniqueSatang: true })
    expect((await rowOf(await come(elsewhere, 45_618))).state).toBe('unmatched')
    expect(await make.cash(member)).toBe(0)
  })

  test('on Bangkok’s date in the hours after its midnight, everywhere', async () => {
    const nowMs = Date.now()
    const midnightMs = Math.ceil((nowMs + 7 * hourMs) / (24 * hourMs)) * 24 * hourMs - 7 * hourMs
    const at = new Date(midnightMs + hourMs / 2)
    server.clock.ms = at.getTime() - nowMs
    const on = new Date(midnightMs + 8 * hourMs).toISOString().slice(0, 10)
    const { phone } = await desk()
    const { member, digits } = await payer()
    const line = idOf(await phone.receives({ amountMinor: 9_100, payer: { tag: 'KBNK', digits }, at }))
    expect(await make.cash(member)).toBe(9_100)
    const dates = await make.query(
      `select l.business_on as business, l.value_on as value, d.business_on as deposit,
              t.business_on as posted, t.value_on as "postedValue"
         from deposits d join statement_lines l on l.id = d.statement_line_id
         join transfers t on t.kind = 'deposit.credited' and t.amount_minor = d.amount_minor
        where d.member_id = $1`,
      [member.id],
    )
    expect(dates).toEqual([{ business: on, value: on, deposit: on, posted: on, postedValue: on }])
    const noted = await clerk.call(
      'preTransactions.createPending',
      { memberId: member.outside, amountMinor: 100, remark: 'ทดสอบ' },
      key(),
    )
    expect(noted.reference.slice(1, 5)).toBe(on.slice(2, 4) + on.slice(5, 7))
    const ofDay = { memberId: member.outside, from: on, to: on }
    expect((await clerk.call('preTransactions.queueTotals', ofDay)).count).toBe(2)
    expect((await clerk.call('preTransactions.lines', { from: on, to: on, scope: 'all' })).records).toEqual(
      [expect.objectContaining({ id: line })],
    )
  })
})

describe('a person links', () => {
  test('no money that went out, and nothing unproven without saying so themselves', async () => {
    const at = await desk()
    const member = await make.member()
    expect(await code(link(await leave(at, 5_500), 1, member))).toBe('lineNotOpen')
    at.phone.move({ amountMinor: 900 })
    const behind = await come(at, 5_600)
    expect((await rowOf(behind)).state).toBe('waiting')
    expect(await code(link(behind, 1, member))).toBe('blocked')
    expect(await make.cash(member)).toBe(0)
    await linkByTwo(clerk, second, { id: behind, version: 1, memberId: member.outside })
    expect(await make.cash(member)).toBe(5_600)
  })

  test('and whoever is not the linker reads no undo; what was learnt is forgotten with it', async () => {
    const at = await desk()
    const { member, digits } = await payer()
    const stranger = await make.member()
    await come(at, 8_700, digits)
    await server.set({ isAutoCreditOn: false })
    const id = await come(at, 8_800, digits)
    await server.set({ isAutoCreditOn: true })
    await linkByTwo(clerk, second, { id, version: 1, memberId: stranger.outside })
    const hits = async () => {
      const rows = await make.query<{ member_id: string; hits: number }>('select * from payer_aliases')
      return [member, stranger].map((of) => rows.find((row) => row.member_id === of.id)?.hits)
    }
    expect(await hits()).toEqual([1, 1])
    const other = await server.person({ permissions })
    expect((await other.call('preTransactions.line', { id })).canUndoUntil).toBeNull()
    await clerk.call('preTransactions.undoLink', { id, version: 2, reason: 'ผิดคน' }, key())
    expect(await hits()).toEqual([1, 0])
    expect(await make.cash(member)).toBe(8_700)
  })

  test('and what they credited is no history that speaks for the same line', async () => {
    const at = await desk()
    const { digits } = await payer()
    const stranger = await make.member()
    await server.set({ isAutoCreditOn: false })
    const [first, next] = [await come(at, 8_900, digits), await come(at, 8_900, digits)]
    await server.set({ isAutoCreditOn: true })
    const codesOf = async (id: string) => {
      const asked = { memberId: stranger.outside, amountMinor: 8_900 }
      const { lines } = await clerk.call('preTransactions.findMissing', asked)
      return lines.find((line) => line.id === id)?.signals.map((signal) => signal.code)
    }
    await linkByTwo(clerk, second, { id: first, version: 1, memberId: stranger.outside })
    expect(await codesOf(first)).not.toContain('usualAmount')
    // To another line of the same amount it is history.
    expect(await codesOf(next)).toContain('usualAmount')
  })

  test('no request that has ended', async () => {
    const at = await desk()
    const member = await make.member()
    const request = await make.request(member, at.account, 7_700)
    const id = await come(at, 7_700)
    const { row } = await clerk
      .call('preTransactions.queue', { memberId: member.outside })
      .then(({ records }) => ({ row: records[0] }))
    const depositId = row?.id ?? ''
    await make.query(`update deposits set state = 'rejected' where id = $1`, [request])
    expect(await code(link(id, 1, member, { depositId }))).toBe('stateRefused')
  })
})

describe('setting lines aside', () => {
  test('rejects what was never posted and ignores what was', async () => {
    const at = await desk()
    const posted = await come(at, 3_100)
    at.phone.move({ amountMinor: 900 })
    const waiting = await come(at, 3_200)
    const aside = (id: string) =>
      clerk.call('preTransactions.ignoreLine', { id, version: 1, reason: 'ทดสอบ' }, key())
    await aside(posted)
    await aside(waiting)
    expect([(await rowOf(posted)).state, (await rowOf(waiting)).state]).toEqual(['ignored', 'rejected'])
    expect(await make.balance(`unmatched:${at.account.outside}`)).toBe(3_100)
  })

  test('two lines close as one transfer only if equal, opposite, and of two accounts', async () => {
    const [one, other] = [await desk(), await desk()]
    const [out, inSame] = [await leave(one, 6_000), await come(one, 6_000)]
    const [inLess, inMore, inEqual, outOther] = [
      await come(other, 5_999),
      await come(other, 6_001),
      await come(other, 6_000),
      await leave(other, 6_000),
    ]
    const close = (id: string, oppositeId: string) =>
      code(clerk.call('preTransactions.internalTransfer', { id, version: 1, oppositeId }, key()))
    for (const into of [inSame, inLess, inMore, outOther])
      expect(await close(out, into)).toBe('stateRefused')
    expect(await close(inSame, inEqual)).toBe('stateRefused')
    const { records } = await clerk.call('preTransactions.oppositeLines', { id: out })
    expect(records.map(({ id }) => id)).toEqual([inEqual])
    const unknown = () =>
      make.query(
        `select entity_id as of from alarms where code = 'bank.outgoingUnknown' and cleared_at is null
            and entity_id = any($1)`,
        [[out, outOther]],
      )
    expect(await unknown()).toHaveLength(2)
    expect(await close(out, inEqual)).toBe('done')
    // It is known now where that money went.
    expect(await unknown()).toEqual([{ of: outOther }])
  })
})

describe('lists', () => {
  test('of lines keep direction, payer, amount, state and words apart, and age by the clock', async () => {
    const at = await desk()
    const { digits } = await payer({ state: 'suspended' })
    const [plain, known] = [await come(at, 2_100), await come(at, 2_200, digits)]
    const gone = await leave(at, 2_300)
    const accountId = at.account.outside
    const found = async (filter: object) =>
      (await clerk.call('preTransactions.lines', { accountId, ...filter })).records.map(({ id }) => id)
    expect(await found({})).toEqual([gone, known, plain])
    expect(await found({ direction: 'out' })).toEqual([gone])
    expect(await found({ hasPayer: true })).toEqual([known])
    expect(await found({ hasPayer: false })).toEqual([gone, plain])
    expect(await found({ amountMinor: 2_100 })).toEqual([plain])
    expect(await found({ search: digits })).toEqual([known])
    expect(await found({ state: ['waiting'] })).toEqual([])
    const ages = async () => {
      const totals = await clerk.call('preTransactions.lineTotals', { accountId })
      return Object.entries(totals.ages).flatMap(([age, { count }]) => (count === 0 ? [] : [age]))
    }
    for (const [minutes, age] of [
      [14, 'under15Minutes'],
      [16, 'under1Hour'],
      [61, 'under1Day'],
      [24 * 60 + 1, 'under30Days'],
      [30 * 24 * 60 + 1, 'over30Days'],
    ] as const) {
      server.clock.ms = minutes * 60_000
      expect(await ages()).toEqual([age])
    }
  })

  test('of the queue filter by amount, state, account, tab and words, ends included', async () => {
    const [at, other] = [await desk(), await desk()]
    const { member, digits } = await payer()
    const memberId = member.outside
    await come(at, 10_000, digits)
    await come(other, 20_000, digits)
    const note = { memberId, amountMinor: 30_000, remark: 'แจ้งโอน' }
    const { depositId } = await clerk.call('preTransactions.createPending', note, key())
    const found = async (filter: object) =>
      (await clerk.call('preTransactions.queue', { memberId, ...filter })).records.map(
        (row) => row.amountMinor,
      )
    expect(await found({ amountMinMinor: 20_000 })).toEqual([30_000, 20_000])
    expect(await found({ amountMaxMinor: 20_000 })).toEqual([20_000, 10_000])
    expect(await found({ amountMinMinor: 20_001, amountMaxMinor: 29_999 })).toEqual([])
    expect(await found({ amountMinor: 20_000 })).toEqual([20_000])
    expect(await found({ state: ['pending'] })).toEqual([30_000])
    expect(await found({ accountId: at.account.outside })).toEqual([10_000])
    const totals = async (filter: object) => {
      const { count, depositMinor } = await clerk.call('preTransactions.queueTotals', filter)
      return [count, depositMinor]
    }
    expect(await totals({ accountId: at.account.outside })).toEqual([1, 10_000])
    expect(await totals({ accountId: other.account.outside, state: ['credited'] })).toEqual([1, 20_000])
    expect(await totals({ accountId: other.account.outside, state: ['pending'] })).toEqual([0, 0])
    expect(await totals({ memberId, state: ['pending', 'credited'] })).toEqual([3, 60_000])
    expect(await found({ tab: 'waiting' })).toEqual([30_000])
    expect(await found({ tab: 'done' })).toEqual([20_000, 10_000])
    expect(await found({ tab: 'withdrawals' })).toEqual([])
    expect(await found({ search: member.username })).toHaveLength(3)
    expect(await found({ search: `x${member.username}` })).toEqual([])
    const stranger = await payer()
    await come(at, 40_000, stranger.digits)
    expect(await found({})).toHaveLength(3)
    const requests = await clerk.call('preTransactions.requests', { search: member.username })
    expect(requests.records.map(({ id }) => id)).toEqual([depositId])
    const reject = { id: depositId, version: 1, reasonCode: 'noMoneyFound' as const, remark: 'ไม่พบยอด' }
    await clerk.call('preTransactions.rejectDeposit', reject, key())
    expect(await found({ tab: 'cancelled' })).toEqual([30_000])
    expect((await clerk.call('preTransactions.requests', { search: member.username })).records).toEqual([])
  })

  test('the file of the queue has each figure under its own heading, and Bangkok’s time', async () => {
    const at = await desk()
    const { member, digits } = await payer()
    await come(at, 11_100, digits)
    await come(at, 22_200, digits)
    const columns = ['at', 'amount', 'credit', 'bankTime'] as const
    const input = { memberId: member.outside, format: 'csv' as const, columns: [...columns] }
    const { base64 } = await wholeFile(clerk.call('preTransactions.exportQueue', input, key()))
    const [head, first = ''] = Buffer.from(base64, 'base64').toString().split('\r\n')
    expect(head).toBe('\ufeffDate and time,Amount,Credit before,Credit after,Bank time')
    const [{ records }, [time, ...figures]] = [
      await clerk.call('preTransactions.queue', { memberId: member.outside }),
      first.split(','),
    ]
    expect(figures.slice(0, 3)).toEqual(['222.00', '111.00', '333.00'])
    const local = (instant: string) =>
      new Date(Date.parse(instant) + 7 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
    expect([time, figures[3]]).toEqual([local(records[0]?.at ?? ''), local(records[0]?.bankTime ?? '')])
  })
})

describe('a seller', () => {
  test('meets nothing of the brand: no lines, silent accounts or unread messages', async () => {
    const at = await desk()
    await at.phone.say('อ่านไม่ออก 88 บาท ครับ')
    const silent = await desk()
    await make.query(`update devices set last_seen_at = now() - interval '1 hour'`)
    const seller = await server.person({ type: 'seller', permissions })
    const member = await make.member({ sellerId: seller.id })
    const asked = { memberId: member.outside, amountMinor: 61_234 }
    const told = await clerk.call('preTransactions.findMissing', asked)
    expect(told.unreadMessages).toBeGreaterThan(0)
    expect(told.silentAccounts).toContain(`SCB ${silent.account.accountNo.slice(-4)}`)
    expect(await seller.call('preTransactions.findMissing', asked)).toMatchObject({
      verdict: 'nothingFound',
      unreadMessages: 0,
      silentAccounts: [],
      lines: [],
    })
    for (const call of ['preTransactions.lines', 'preTransactions.lineTotals'] as const) {
      expect(await code(seller.call(call, {}))).toBe('forbidden')
    }
    await make.request(member, at.account, 61_234)
    await come(at, 61_234)
    const input = { ...asked, kind: 'realDeposit' as const }
    expect((await clerk.call('preTransactions.previewDeposit', input)).fittingLine).not.toBeNull()
    expect((await seller.call('preTransactions.previewDeposit', input)).fittingLine).toBeNull()
  })

  test('neither notes, previews nor decides anything for members of others', async () => {
    const seller = await server.person({ type: 'seller', permissions, hasStepUp: true })
    const { account } = await desk()
    const member = await make.member()
    const memberId = member.outside
    const note = { memberId, amountMinor: 100, remark: 'ทดสอบ' }
    expect(await code(seller.call('preTransactions.createPending', note, key()))).toBe('memberNotFound')
    const missing = seller.call('preTransactions.findMissing', { memberId, amountMinor: 100 })
    expect(await code(missing)).toBe('memberNotFound')
    expect(
      (await seller.call('preTransactions.searchMember', { search: member.username })).records,
    ).toEqual([])
    const input = {
      memberId,
      amountMinor: 65_000,
      kind: 'realDeposit' as const,
      accountId: account.outside,
      reasonCode: 'systemMissedDeposit' as const,
      remarkStaff: 'seen in the bank app',
    }
    expect(await code(seller.call('preTransactions.createDeposit', input, key()))).toBe('memberNotFound')
    const { approvalId } = await clerk.call('preTransactions.createDeposit', input, key())
    expect((await seller.call('preTransactions.approvals', {})).records).toEqual([])
    expect(await code(decideAs(seller, approvalId))).toBe('notFound')
    const unread = { isApproved: true, comment: 'looked at it', documentHash: 'a'.repeat(64) }
    const given = { id: approvalId ?? '', ...unread }
    expect(await code(seller.call('approvals.decide', given, key()))).toBe('notFound')
    expect(await make.cash(member)).toBe(0)
  })
})

test('money that only has the amount in common is not offered for a manual deposit', async () => {
  const [at, other] = [await desk(), await desk()]
  const { member, digits } = await payer()
  await come(at, 71_000)
  const preview = async (accountId: string) =>
    (
      await clerk.call('preTransactions.previewDeposit', {
        memberId: member.outside,
        amountMinor: 71_000,
        kind: 'realDeposit',
        accountId,
      })
    ).fittingLine
  expect(await preview(at.account.outside)).toBeNull()
  await server.set({ isAutoCreditOn: false })
  const id = await come(at, 71_000, digits)
  await server.set({ isAutoCreditOn: true })
  expect(await preview(at.account.outside)).toMatchObject({ id })
  expect(await preview(other.account.outside)).toBeNull()
})

test('money of a blacklisted member is not noted', async () => {
  const refused = await make.member({ state: 'blacklisted' })
  const note = { memberId: refused.outside, amountMinor: 100, remark: 'ทดสอบ' }
  expect(await code(clerk.call('preTransactions.createPending', note, key()))).toBe('blocked')
})
