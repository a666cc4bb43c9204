import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { baht, bankPhone, scbTime, type Movement } from '../../../testing/bank-phone.ts'
import { saysItIsTheirs } from '../../../testing/world/links.ts'
import { codeOf, key } from '../../../testing/world/members.ts'
import {
  createMoneyFactory,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'

// What speaks for a link by hand and what does not, told before it is made; and the rows that it leaves.
let server: TestServer
let make: MoneyFactory
let anna: Person
let ben: Person
let carol: Person
const permissions = {
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  memberManagement: ['isRead', 'isCreate'],
} as const
const options = { permissions, hasStepUp: true, password: decidePassword } as const
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  anna = await server.person(options)
  ben = await server.person(options)
  carol = await server.person(options)
  const rates = { rateMoneyPerMinute: 100_000, rateReadPerMinute: 100_000, rateWritePerMinute: 100_000 }
  // Every line is left to a person.
  await server.set({ ...rates, isAutoCreditOn: false })
})
afterEach(() => {
  server.clock.ms = 0
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const remark = 'ตรวจสลิปแล้ว'
const secondsAgo = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000).toISOString() })
async function desk(bank = 'SCB') {
  const account = await make.account({ bank })
  const phone = await bankPhone(make, account)
  const come = async (movement: Movement) => (await phone.receives(movement)).body.data?.lineId ?? ''
  return { account, phone, come }
}
const openLine = async (amountMinor: number) => (await desk()).come({ amountMinor })
const payerOf = ({ accountNo }: FactoryMember) => ({ tag: 'KBNK', digits: accountNo.slice(-6) })
const link = (by: Person, id: string, of: FactoryMember, rest: object = {}) =>
  by.call('preTransactions.link', { id, version: 1, memberId: of.outside, ...rest }, key())
const preview = (by: Person, id: string, { outside: memberId }: FactoryMember) =>
  by.call('preTransactions.previewLink', { id, memberId })
const judged = async (by: Person, id: string, of: FactoryMember) => {
  const { score, reasons } = await preview(by, id, of)
  return [score, ...reasons]
}
const plantLine = (id: string, set: string) =>
  server.database.plant(`update statement_lines set ${set} where id = $1`, [decodeId('statementLine', id)])
const lineRow = async (id: string) => {
  const rows = await make.query<Record<string, unknown>>(
    `select state, score, handled_by as by, match_evidence -> 'linkReasons' as reasons from statement_lines
      where id = $1`,
    [decodeId('statementLine', id)],
  )
  return rows[0]
}
/** What two people credit because they saw the money in the bank's app. */
async function creditBefore(member: FactoryMember, accountId: string, amountMinor: number) {
  const money = { memberId: member.outside, amountMinor, kind: 'realDeposit' as const, accountId }
  const words = { reasonCode: 'systemMissedDeposit' as const, remarkStaff: 'seen in the bank app' }
  const asked = await carol.call('preTransactions.createDeposit', { ...money, ...words }, key())
  await decideAs(ben, asked.approvalId)
  const rows = await make.query<{ id: string }>(
    `select id from deposits where member_id = $1 and method = 'manual' order by id desc limit 1`,
    [member.id],
  )
  return encodeId('deposit', rows[0]?.id ?? '')
}

describe('what the bank printed of the payer speaks for a member', () => {
  const named = async (amountMinor: number) => {
    const { account, phone } = await desk('TTB')
    const [day, clock] = scbTime(new Date()).split('@')
    const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear() % 100
    const own = account.accountNo.slice(-4)
    const from = 'จาก SCB X6091 นาย สมชาย ใจ'
    const said = `มีเงิน${baht(amountMinor)}บ.โอนเข้าบ/ชxx${own} ${from} เหลือ${baht(1_000_000 + amountMinor)}บ.`
    return (await phone.say(`${said}${day}/${year}@${clock}`)).body.data?.lineId ?? ''
  }
  const somchai = (bank: string, accountNo: string) =>
    make.member({ bank, accountNo, firstName: 'สมชาย', lastName: 'ใจดี' })

  test('by an account of that bank and those digits that they had when it came, no later one', async () => {
    const known = await somchai('SCB', '4444446091')
    const lateOnes = [
      await somchai('SCB', '1111110000'),
      await somchai('KTB', '2222226091'),
      await somchai('SCB', '1111110001'),
    ]
    const add = (of: FactoryMember | undefined, accountNo: string, state: string) =>
      server.database.plant(
        `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
         values ($1, 'SCB', $2, 'สมชาย ใจดี', $3)`,
        [of?.id, accountNo, state],
      )
    await add(lateOnes[2], '7777776091', 'refused')
    const id = await named(61_000)
    for (const [n, of] of lateOnes.entries()) await add(of, `33333${n}6091`, 'alias')
    expect(await judged(anna, id, known)).toEqual([68])
    for (const late of lateOnes)
      expect(await judged(anna, id, late)).toEqual([0, 'lowScore', 'lateEvidence'])
  })

  test('and against another of that bank whose name it is not, whatever they asked for', async () => {
    const other = await make.member({ bank: 'SCB', firstName: 'วิชัย', lastName: 'ทองคำ' })
    const { come } = await desk()
    await make.request(other, null, 61_100, secondsAgo(60))
    const id = await come({ amountMinor: 61_100, name: 'สมชาย ใจดี' })
    const seen = await preview(anna, id, other)
    const doubt = { contradictions: ['payerName'], reasons: ['contradicted'], needsNote: true }
    expect(seen).toMatchObject({ ...doubt, score: 47, needsApproval: true })
    const asked = await link(anna, id, other, { remark })
    const { differences } = await ben.call('approvals.get', { id: asked.approvalId ?? '' })
    for (const [field, before, after] of [
      ['lineState', 'suggested', 'manualMatched'],
      ['score', null, 47],
      ['linkReasons', null, 'contradicted'],
      ['contradictions', null, 'payerName'],
    ])
      expect(differences).toContainEqual({ field, before, after })
    await decideAs(ben, asked.approvalId)
    expect(await lineRow(id)).toMatchObject({ score: 47, reasons: ['contradicted'], by: anna.id })
  })
})

describe('what a member asked for speaks for them', () => {
  const tell = async (of: FactoryMember, accountId: string, amountMinor: number, rest: object) => {
    const id = await make.request(of, null, amountMinor, rest)
    await server.database.plant(
      `update deposits set is_unique_satang = true, bank_account_id = $2, state = 'expired' where id = $1`,
      [id, accountId],
    )
  }

  test('unless another was told the same amount before the money came, not after', async () => {
    const { account, come } = await desk()
    const [member, other] = [await make.member(), await make.member()]
    await tell(other, account.id, 62_037, secondsAgo(120))
    await make.request(member, account, 62_037, { isUniqueSatang: true, ...secondsAgo(60) })
    const contested = await come({ amountMinor: 62_037 })
    expect(await judged(anna, contested, member)).toEqual([0, 'lowScore'])
    await make.request(member, account, 62_038, { isUniqueSatang: true, ...secondsAgo(60) })
    const id = await come({ amountMinor: 62_038 })
    await tell(other, account.id, 62_038, {})
    expect(await judged(anna, id, member)).toEqual([54])
    // It is no proof later either, when that is longer ago.
    await tell(other, account.id, 62_039, secondsAgo(185 * 60))
    await make.request(member, account, 62_039, { isUniqueSatang: true, ...secondsAgo(20 * 60) })
    const old = await come({ amountMinor: 62_039 })
    await plantLine(old, `created_at = now() - interval '10 minutes'`)
    expect(await judged(anna, old, member)).toEqual([0, 'lowScore'])
  })

  test('not where the linker noted it; what the bank printed is enough without it', async () => {
    const member = await make.member()
    const noted = { memberId: member.outside, amountMinor: 62_100, remark: 'ลูกค้าโทรมาแจ้ง' }
    await anna.call('preTransactions.createPending', noted, key())
    const { come } = await desk()
    expect(await judged(anna, await come({ amountMinor: 62_100 }), member)).toEqual([
      0,
      'lowScore',
      'ownRequest',
    ])
    const id = await come({ amountMinor: 62_100, payer: payerOf(member) })
    expect(await judged(anna, id, member)).toEqual([73])
  })

  test('too late once the money was there: told so where it was enough, to the very point', async () => {
    const [member, less] = [await make.member(), await make.member()]
    const id = await openLine(62_200)
    await make.request(member, null, 62_200, secondsAgo(-40 * 60))
    expect(await judged(anna, id, member)).toEqual([0, 'lowScore', 'lateEvidence'])
    expect(await judged(anna, id, less)).toEqual([0, 'lowScore'])
  })

  test('and whoever is suspended needs a note for it all the same', async () => {
    const member = await make.member({ state: 'suspended' })
    await make.request(member, null, 62_300, secondsAgo(60))
    const id = await (await desk()).come({ amountMinor: 62_300, payer: payerOf(member) })
    expect(await preview(anna, id, member)).toMatchObject({ score: 77, reasons: [], needsNote: true })
    expect(await codeOf(link(anna, id, member, { isConfirmed: true }))).toBe('422 linkNoteNeeded')
    expect((await link(anna, id, member, { isConfirmed: true, remark })).state).toBe('done')
  })
})

describe('who may link, and who may agree', () => {
  test('a limit of a day is one of the brand’s own day', async () => {
    const local = new Date(Date.now() + 7 * 3_600_000)
    const minutes = local.getUTCHours() * 60 + local.getUTCMinutes()
    await server.set({ dayCutOffMinutes: (minutes + 90) % 1440 })
    const by = await server.person({ ...options, abilities: { adjustmentPerDayMinor: 100_000 } })
    const member = await make.member()
    const theirs = async (amountMinor: number) => {
      const id = await openLine(amountMinor)
      await saysItIsTheirs(make, id, member)
      return id
    }
    await link(by, await theirs(60_000), member)
    expect(await judged(by, await theirs(40_000), member)).toEqual([54])
    expect(await judged(by, await theirs(40_001), member)).toEqual([54, 'overDay'])
    await server.set({ dayCutOffMinutes: 0 })
  })

  test('whoever agrees needs a limit of that height, and is named beforehand only with it', async () => {
    const small = await server.person({ ...options, abilities: { approvalLimitMinor: 40_000 } })
    const [role] = await make.query<{ name: string }>(
      'select r.name from roles r join employees e on e.role_id = r.id where e.id = $1',
      [small.id],
    )
    const member = await make.member()
    for (const [amountMinor, may] of [
      [40_000, true],
      [40_001, false],
    ] as const) {
      const id = await openLine(amountMinor)
      const { checkers } = await preview(anna, id, member)
      expect(checkers.includes(role?.name ?? '')).toBe(may)
      const asked = await link(anna, id, member, { remark })
      expect((await codeOf(decideAs(small, asked.approvalId))) === 'ok').toBe(may)
    }
    expect(await make.cash(member)).toBe(40_000)
  })

  test('a member who was stopped since it was asked for is credited where the asker said so', async () => {
    for (const isConfirmed of [false, true]) {
      const member = await make.member()
      const asked = await link(anna, await openLine(63_100), member, { isConfirmed, remark })
      await make.query(`update members set state = 'suspended' where id = $1`, [member.id])
      expect(await codeOf(decideAs(ben, asked.approvalId))).toBe(isConfirmed ? 'ok' : '409 memberNotActive')
      expect(await make.cash(member)).toBe(isConfirmed ? 63_100 : 0)
    }
  })

  test('a line that changed since is asked for anew', async () => {
    const member = await make.member()
    const id = await openLine(63_200)
    const asked = await link(anna, id, member, { remark })
    for (const [verb, version] of [
      ['ignoreLine', 1],
      ['reopenLine', 2],
    ] as const)
      await carol.call(`preTransactions.${verb}`, { id, version, reason: remark }, key())
    expect(await codeOf(decideAs(ben, asked.approvalId))).toMatch(/^409/)
    expect(await make.cash(member)).toBe(0)
  })
})

test('an act on a line that is not open says whether somebody was faster', async () => {
  const [id, member] = [await openLine(64_000), await make.member()]
  const acts = {
    link: () => link(anna, id, member, { remark }),
    ignoreLine: () => anna.call('preTransactions.ignoreLine', { id, version: 1, reason: remark }, key()),
  }
  const states = {
    '409 alreadyMatched': [
      'autoMatched',
      'manualMatched',
      'internalTransfer',
      'settled',
      'income',
      'refunded',
    ],
    '409 lineNotOpen': ['ignored', 'rejected', 'duplicate'],
  }
  for (const [code, of] of Object.entries(states))
    for (const state of of) {
      await plantLine(id, `state = '${state}'`)
      for (const act of Object.values(acts)) expect([state, await codeOf(act())]).toEqual([state, code])
    }
  await plantLine(id, `state = 'quarantined'`)
  expect(await codeOf(acts.link())).toBe('409 lineNotOpen')
  await plantLine(id, `state = 'unmatched'`)
})

describe('a link leaves', () => {
  test('its words with the deposit, its member in the log, and the wallet as it is then', async () => {
    const member = await make.member()
    const { account, come } = await desk()
    const links = []
    for (const [n, isAdopted] of [true, false].entries()) {
      const requestId = await make.request(member, account, 65_000 + n, secondsAgo(60))
      const id = await come({ amountMinor: 65_000 + n })
      const rest = isAdopted ? { depositId: encodeId('deposit', requestId) } : {}
      links.push({ id, ...(await link(anna, id, member, { remark, isOtherMoney: !isAdopted, ...rest })) })
    }
    expect(links.map(({ creditAfterMinor }) => creditAfterMinor)).toEqual([65_000, 130_001])
    const log = await make.query<{ detail: object }>(
      `select detail from activity_log where action = 'linked' and entity_id = any($1) order by id`,
      [links.map(({ id }) => id)],
    )
    expect(log.map(({ detail }) => detail)).toEqual(
      links.map(({ depositId }, n) => ({
        memberId: member.outside,
        depositId,
        amountMinor: 65_000 + n,
        score: 54,
        isConfirmed: false,
        isOtherMoney: n === 1,
      })),
    )
    const rows = await make.query(
      `select amount_minor as amount, remark_staff as words from deposits
        where member_id = $1 and state = 'credited' order by amount_minor`,
      [member.id],
    )
    expect(rows).toEqual([
      { amount: 65_000, words: remark },
      { amount: 65_001, words: remark },
    ])
  })

  test.each([
    ['adopted by itself', true, false],
    ['new by itself', false, false],
    ['adopted by hand', true, true],
    ['new by hand', false, true],
  ])('the whole row of a deposit, %s', async (_, isAdopted, isByHand) => {
    const member = await make.member()
    const { account, come } = await desk()
    const words = isAdopted ? 'ลูกค้าโทรมา' : null
    const requestId = isAdopted ? await make.request(member, null, 65_100, secondsAgo(60)) : null
    await server.database.plant(
      `update deposits set remark_staff = $2, business_on = '2026-01-01' where id = $1`,
      [requestId, words],
    )
    await make.query('delete from member_facts_stale where member_id = $1', [member.id])
    await server.set({ isAutoCreditOn: !isByHand })
    const id = await come({ amountMinor: 65_100, payer: payerOf(member) })
    await server.set({ isAutoCreditOn: false })
    if (isByHand)
      await link(anna, id, member, requestId ? { depositId: encodeId('deposit', requestId) } : {})
    const rows = await make.query(
      `select d.id = coalesce($2, d.id) as "isIt", d.state, method, d.amount_minor as amount,
              d.bank_account_id as account, from_bank, from_account_no, by_kind, by_id, remark_staff as words,
              d.business_on = l.business_on as "isToday", credits
         from deposits d join statement_lines l on l.id = d.statement_line_id where member_id = $1`,
      [member.id, requestId],
    )
    const by = isByHand ? { by_kind: 'employee', by_id: anna.id } : { by_kind: 'auto', by_id: null }
    const from = { from_bank: 'KBANK', from_account_no: `????${member.accountNo.slice(-6)}` }
    const credited = { isIt: true, state: 'credited', method: 'bank', amount: 65_100, account: account.id }
    expect(rows).toEqual([{ ...credited, ...from, ...by, words, isToday: true, credits: 1 }])
    const stale = await make.query('select from member_facts_stale where member_id = $1', [member.id])
    expect(stale.length).toBeGreaterThan(0)
  })

  test('a deposit of a wallet where the money came from one', async () => {
    const account = await make.account({ bank: 'TMW', hasBalances: false })
    const phone = await bankPhone(make, account)
    const push = { source: 'push' } as const
    const said = await phone.say('คุณได้รับเงิน 650.00 บาท จาก 081-xxx-1234', push)
    const member = await make.member()
    const asked = await link(anna, said.body.data?.lineId ?? '', member, { remark })
    await decideAs(ben, asked.approvalId)
    const rows = await make.query('select method, from_bank from deposits where member_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ method: 'truewallet', from_bank: 'TMW' }])
  })

  test('the suggestions of its decision, an undo for its minutes, and an unlinking after them', async () => {
    const member = await make.member()
    const id = await (await desk()).come({ amountMinor: 65_200, payer: payerOf(member) })
    await link(anna, id, member)
    const twin = await make.member({ accountNo: `0000${member.accountNo.slice(-6)}` })
    const shown = async () => {
      const { suggestions, canUndoUntil, canAskUnlink } = await anna.call('preTransactions.line', { id })
      expect(suggestions.map((each) => each.member.id)).not.toContain(twin.outside)
      return [canUndoUntil !== null, canAskUnlink]
    }
    const { undoMinutes } = await server.services.settings.get()
    expect(await shown()).toEqual([true, false])
    server.clock.ms = (undoMinutes + 1) * 60_000
    expect(await shown()).toEqual([false, true])
  })

  test('the totals of each filter for itself, asked for at once', async () => {
    const [one, other] = [await desk(), await desk()]
    await one.come({ amountMinor: 65_300 })
    const totals = ({ account }: typeof one) =>
      anna.call('preTransactions.lineTotals', { accountId: account.outside })
    const asked = [one, other, one, other, one, other]
    const shown = await Promise.all(asked.map(totals))
    const sums = shown.map(({ count, amountMinor }) => [count, amountMinor])
    expect(sums).toEqual(asked.map((of) => (of === one ? [1, 65_300] : [0, 0])))
  })
})

describe('the line of money that people credited before', () => {
  test('clears it by one person’s word where the digits are theirs, and nobody is credited', async () => {
    const member = await make.member({ phone: '+66811120009' })
    const { account, come } = await desk()
    // Of two it may be either: no machine says which.
    const first = await creditBefore(member, account.outside, 66_000)
    await server.database.plant(
      `update deposits set credited_at = credited_at - interval '1 hour' where id = $1`,
      [decodeId('deposit', first)],
    )
    const depositId = await creditBefore(member, account.outside, 66_000)
    const id = await come({ amountMinor: 66_000, payer: payerOf(member) })
    await plantLine(id, 'value_on = value_on - 2')
    const before = (await preview(anna, id, member)).creditedBefore.map((each) => each.id)
    expect(before).toEqual([first, depositId])
    const phone = (number: string) =>
      server.database.plant('update employees set phone = $2 where id = $1', [anna.id, number])
    await phone('0811120009')
    expect(await codeOf(link(anna, id, member, { depositId, remark }))).toBe('403 fourEyes')
    await phone('')
    const cleared = await link(anna, id, member, { depositId })
    expect(cleared).toMatchObject({ state: 'done', depositId, creditAfterMinor: 132_000 })
    expect(Date.parse(cleared.undoUntil ?? '')).toBeLessThanOrEqual(server.services.now())
    expect(await lineRow(id)).toMatchObject({ state: 'manualMatched', score: 76, by: anna.id })
    expect((await anna.call('preTransactions.line', { id })).canUndoUntil).toBeNull()
    const moved = await make.query(
      `select t.value_on - l.value_on as off from transfers t join statement_lines l on l.id = $2
        where t.kind = 'suspense.cleared' and t.source_id = $1`,
      [depositId, decodeId('statementLine', id)],
    )
    expect(moved).toEqual([{ off: 0 }])
    expect(await make.cash(member)).toBe(132_000)
    expect(await make.balance(`suspense:${account.outside}`)).toBe(-66_000)
  })

  test('waits for a second person where it was there before the credit, with words for it', async () => {
    const member = await make.member()
    const { account, come } = await desk()
    const id = await come({ amountMinor: 66_100, payer: payerOf(member) })
    const depositId = await creditBefore(member, account.outside, 66_100)
    expect(await codeOf(link(anna, id, member, { depositId }))).toBe('422 linkNoteNeeded')
    const asked = await link(anna, id, member, { depositId, remark })
    expect(asked.state).toBe('waiting')
    await decideAs(ben, asked.approvalId)
    expect([await make.cash(member), (await lineRow(id))?.['by']]).toEqual([66_100, anna.id])
    expect(await make.balance(`suspense:${account.outside}`)).toBe(0)
  })
})

describe('a deposit that is noted', () => {
  const note = (by: Person, of: FactoryMember, rest: object = {}) =>
    by.call(
      'preTransactions.createPending',
      { memberId: of.outside, amountMinor: 67_000, remark: 'แจ้งโอน', ...rest },
      key(),
    )

  test('is of the account that was named, and waits as long as the brand says', async () => {
    const { notedDepositMinutes, depositSlaSeconds } = await server.services.settings.get()
    const { account } = await desk()
    const member = await make.member()
    await server.set({ notedDepositMinutes: 45, depositSlaSeconds: 777 })
    const { depositId } = await note(anna, member, { accountId: account.outside })
    await server.set({ notedDepositMinutes, depositSlaSeconds })
    const [row] = await make.query<Record<string, unknown>>(
      `select bank_account_id as account,
              round(extract(epoch from expires_at - created_at) / 60)::int as minutes,
              round(extract(epoch from sla_ends_at - created_at) / 10)::int as tens
         from deposits where id = $1`,
      [decodeId('deposit', depositId)],
    )
    expect(row).toEqual({ account: account.id, minutes: 45, tens: 78 })
    const seller = await server.person({ ...options, type: 'seller' })
    const own = await make.member({ sellerId: seller.id })
    expect(await codeOf(note(seller, own, { accountId: account.outside }))).toBe('422 invalidValue')
    expect(await codeOf(note(seller, own))).toBe('ok')
  })

  test('is refused as it stands now, by nobody who saw it otherwise', async () => {
    const { depositId: id } = await note(anna, await make.member())
    await server.database.plant('update deposits set version = 3 where id = $1', [decodeId('deposit', id)])
    const refuse = (version: number) =>
      ben.call('preTransactions.rejectDeposit', { id, version, reasonCode: 'noMoneyFound', remark }, key())
    for (const version of [2, 4]) expect(await codeOf(refuse(version))).toBe('409 stale')
    expect(await refuse(3)).toEqual({ version: 4 })
    const rows = await make.query('select state, version, by_id as by from deposits where id = $1', [
      decodeId('deposit', id),
    ])
    expect(rows).toEqual([{ state: 'rejected', version: 4, by: ben.id }])
    expect(await codeOf(refuse(4))).toBe('409 stateRefused')
  })
})
