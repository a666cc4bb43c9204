import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../../platform/db/brand-settings.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { findCandidates } from './candidates.ts'
import { decideLine, type DecisionContext } from '../decide-line.ts'
import { ago, dayMs, idOfAge, minuteMs, rowsOf } from '../intake/intake-rows.fixture.ts'
import { stored } from '../stored-line.fixture.ts'
import type { StoredLine } from '../stored-line.ts'

let server: TestServer
let make: MoneyFactory
let put: ReturnType<typeof rowsOf>
let here: FactoryAccount
let there: FactoryAccount
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  put = rowsOf(server)
  here = await make.account()
  there = await make.account()
})
afterAll(() => server.stop())

let amountMinor = 5_000
/** A line of which nothing is known but its amount, which no other line of this file has. */
const line = (rest: Partial<StoredLine> = {}): StoredLine =>
  stored(idOfAge(), {
    bank_account_id: here.id,
    amount_minor: (amountMinor += 10),
    payer_bank: null,
    payer_mask: null,
    payer_name: null,
    ref: null,
    ...rest,
  })
const found = async (of: StoredLine, only: string[] = [], isBefore = false) => {
  const { candidates, ...rest } = await findCandidates(server.services.db, of, only, isBefore)
  return { ...rest, candidates, ids: candidates.map(({ memberId }) => memberId).toSorted() }
}
const idsOf = (members: readonly FactoryMember[]) => members.map(({ id }) => id).toSorted()
/** An open request that the member made for this line's amount. */
const ask = (member: FactoryMember, of: StoredLine, row: object = {}, ageMs = 0) =>
  put.deposit(
    member.id,
    here.id,
    {
      state: 'created',
      method: 'bank',
      amount_minor: null,
      amount_requested_minor: of.amount_minor,
      by_kind: 'member',
      credited_at: null,
      credits: 0,
      expires_at: ago(-minuteMs),
      ...row,
    },
    ageMs,
  )

test('who asked for this amount on this account, as long as the request stands', async () => {
  const of = line()
  const standsAt = ago(minuteMs)
  await put.line(here.id, { id: of.id, amount_minor: of.amount_minor, created_at: standsAt })
  const member = () => make.member()
  const [asked, pending, anywhere, endless, noted, later] = [
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  const hour = 60 * minuteMs
  await ask(asked, of, {}, hour)
  await ask(pending, of, { state: 'pending' }, hour)
  await ask(anywhere, of, { bank_account_id: null }, hour)
  await ask(endless, of, { expires_at: null }, hour)
  await ask(noted, of, { by_kind: 'employee' }, hour)
  await ask(later, of, { created_at: standsAt })
  const none = await member()
  await ask(none, of, { state: 'expired' })
  await ask(none, of, { state: 'rejected' })
  await ask(none, of, { state: 'credited', amount_minor: of.amount_minor, credited_at: ago(0) })
  await ask(none, of, { amount_requested_minor: of.amount_minor + 1 })
  await ask(none, of, { bank_account_id: there.id })
  await ask(none, of, { expires_at: ago(1000) })
  await ask(none, of, { expires_at: null, by_kind: 'employee' })
  const before = [asked, pending, anywhere, endless, noted]
  const now = await found(of)
  expect(now.ids).toEqual(idsOf([...before, later]))
  expect((await found(of, [], true)).ids).toEqual(idsOf(before))
  const requestOf = (of_: FactoryMember) =>
    now.candidates.find(({ memberId }) => memberId === of_.id)?.openRequests
  expect(requestOf(asked)).toEqual([
    {
      id: expect.any(String),
      amountMinor: of.amount_minor,
      requestedAt: expect.any(String),
      isUniqueSatang: false,
      accountId: here.id,
      isNoted: false,
    },
  ])
  expect(requestOf(anywhere)).toMatchObject([{ accountId: null, isNoted: false }])
  expect(requestOf(noted)).toMatchObject([{ isNoted: true }])
  // Asked about by name, somebody with no request is looked at too, with none.
  expect((await found(of, [none.id])).ids).toEqual(idsOf([...before, later, none]))
  expect((await found(line(), [none.id])).candidates).toMatchObject([
    { memberId: none.id, openRequests: [], usualAmountsMinor: [of.amount_minor], aliasHits: 0 },
  ])
})

test('reserved satang prove nothing where another was told the same amount and has not paid', async () => {
  const of = line()
  const [member, other] = [await make.member(), await make.member()]
  await ask(member, of, { is_unique_satang: true })
  const isUnique = async () =>
    (await found(of)).candidates.find(({ memberId }) => memberId === member.id)?.openRequests[0]
      ?.isUniqueSatang
  expect(await isUnique()).toBe(true)
  await ask(other, of, { is_unique_satang: true, state: 'expired' }, 2 * minuteMs)
  expect(await isUnique()).toBe(false)
})

describe('whose account fits the digits', () => {
  const six = '918273'
  test('of one that is or was in use, each place where the digits may stand', async () => {
    const one = await make.member({ accountNo: `1234${six}`, firstName: 'ก', lastName: 'ข' })
    const alias = await make.member({ accountNo: '5550000001' })
    const refused = await make.member({ accountNo: '5550000002' })
    const rows = [
      [alias.id, 'SCB', 'alias', 'เดิม ชื่อ'],
      [refused.id, 'BBL', 'refused', 'อื่น'],
    ] as const
    for (const [memberId, bank, state, name] of rows)
      await make.query(
        `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
         values ($1, $2, $3, $4, $5)`,
        [memberId, bank, `9999${six}`, name, state],
      )
    // The members of other tests have numbers by chance, which may show four of these digits.
    const known = idsOf([one, alias, refused])
    const of = async (payer_mask: string) => {
      const { ids, ...rest } = await found(line({ payer_mask }))
      return { ...rest, ids: ids.filter((id) => known.includes(id)) }
    }
    for (const mask of [`????${six}`, `??????${six.slice(-4)}`, `????${six.slice(0, 5)}?`, '????91827?'])
      expect([mask, (await of(mask)).ids]).toEqual([mask, idsOf([one, alias])])
    expect((await of(`???4${six.slice(0, 5)}?`)).ids).toEqual([one.id])
    expect((await of(`?????${six.slice(1, 5)}?`)).ids).toEqual(idsOf([one, alias]))
    expect((await of(`00001234${six}`)).ids).toEqual([one.id])
    expect((await of(`00011234${six}`)).ids).toEqual([])
    expect((await of('????918274')).ids).toEqual([])
    const { candidates } = await of(`????${six}`)
    expect(candidates.find(({ memberId }) => memberId === alias.id)).toMatchObject({
      names: expect.arrayContaining(['เดิม ชื่อ']),
      accounts: expect.arrayContaining([
        { bank: 'KBANK', accountNo: '5550000001', isPrimary: true, isAlias: false },
        { bank: 'SCB', accountNo: `9999${six}`, isPrimary: false, isAlias: true },
      ]),
    })
    expect(candidates.find(({ memberId }) => memberId === one.id)?.names).toEqual(['ก ข'])
    expect((await found(line(), [refused.id])).candidates[0]?.accounts).toHaveLength(1)
  })

  test.each([
    ['four at the end', '??????8273', true],
    ['three at the end, which are no proof', '???????273', true],
    ['four that stand apart, which nobody can look up', '9?????8?73', false],
    ['none', null, true],
  ])('is complete where it can be looked up: %s', async (_what, payer_mask, isComplete) => {
    expect((await found(line({ payer_mask }))).isComplete).toBe(isComplete)
  })

  test('and who was linked to this payer before, without what this very line credited', async () => {
    const member = await make.member({ accountNo: '1234737475' })
    const learn = (of: FactoryMember, key: string, hits: number) =>
      make.query('insert into payer_aliases (member_id, payer_key, hits) values ($1, $2, $3)', [
        of.id,
        key,
        hits,
      ])
    const known = await make.member()
    await learn(member, 'KBANK|737475|', 7)
    await learn(known, 'KBANK|656667|', 3)
    await learn(known, 'KBANK|667|', 3)
    await learn(known, 'KBANK|6667|', 2)
    await learn(known, '||สมชาย ใจดี', 3)
    await learn(known, 'KBANK|656667|สมชาย ใจดี', 4)
    const payer = (digits: string, rest: Partial<StoredLine> = {}) =>
      line({ payer_bank: 'KBANK', payer_mask: digits.padStart(10, '?'), ...rest })
    const hitsOf = async (of: StoredLine) =>
      (await found(of)).candidates.map(({ memberId, aliasHits }) => [memberId, aliasHits])
    expect(await hitsOf(payer('737475'))).toEqual([[member.id, 7]])
    // Nobody whose account fits: who was linked before is known again all the same.
    expect(await hitsOf(payer('656667'))).toEqual([[known.id, 3]])
    // Whoever asks for the amount is not known by what another was linked to.
    const asked = payer('656667')
    const asking = await make.member()
    await ask(asking, asked)
    expect(Object.fromEntries(await hitsOf(asked))).toEqual({ [known.id]: 3, [asking.id]: 0 })
    expect(await hitsOf(payer('656667', { payer_bank: 'SCB' }))).toEqual([])
    expect(await hitsOf(payer('667'))).toEqual([])
    expect(await hitsOf(payer('6667'))).toEqual([[known.id, 2]])
    expect(await hitsOf(line({ payer_name: 'สมชาย ใจดี' }))).toEqual([])
    expect(await hitsOf(payer('656667', { payer_name: 'นาย สมชาย ใจดี' }))).toEqual([[known.id, 4]])
    const of = payer('737475')
    await put.deposit(member.id, here.id, { statement_line_id: of.id, method: 'bank' })
    expect(await hitsOf(of)).toEqual([[member.id, 6]])
    const other = payer('737475')
    await put.deposit(member.id, here.id, {
      statement_line_id: other.id,
      method: 'bank',
      state: 'reversed',
    })
    await put.deposit(known.id, here.id, { statement_line_id: other.id, method: 'bank' })
    expect(await hitsOf(other)).toEqual([[member.id, 7]])
    // Two whose accounts look the same: neither is known by the digits.
    const twin = await make.member({ bank: 'SCB', accountNo: '9876737475' })
    expect((await hitsOf(payer('737475'))).map(([, hits]) => hits)).toEqual([0, 0])
    expect((await found(payer('737475'))).ids).toEqual(idsOf([member, twin]))
  })
})

test('who bears a name that sounds like the printed one, themselves or at their bank', async () => {
  const one = await make.member({ firstName: 'ฐิติพงศ์', lastName: 'กมลสันต์' })
  const bank = await make.member()
  await server.database.plant('update member_bank_accounts set account_name = $2 where member_id = $1', [
    bank.id,
    'THITIPONG KAMONSAN',
  ])
  const by = (payer_name: string | null) => found(line({ payer_name }))
  for (const name of ['ฐิติพงศ์ กมล', 'นาย ฐิติพงศ์ กมลสันต์', 'MR THITIPONG KAMONSAN'])
    expect([name, (await by(name)).ids]).toEqual([name, idsOf([one, bank])])
  expect((await by('วีระ สุขใจ')).ids).toEqual([])
  expect([(await by('ฐิติพงศ์')).areNamesComplete, (await by(null)).areNamesComplete]).toEqual([true, false])
  // What a bank cuts off may change the last sound of four, of fewer it may not.
  const short = await make.member({ firstName: 'กมลพร', lastName: 'ดี' })
  for (const name of ['กม', 'กมล', 'กมลส']) expect([name, (await by(name)).ids]).toEqual([name, [short.id]])
  expect((await by('กมส')).ids).toEqual([])
  // A single sound names nobody.
  expect(await by('ก')).toMatchObject({ ids: [], areNamesComplete: false })
})

test('whose slip or order it names: ended ones are looked at, and prove nothing', async () => {
  const [slip, order, ended] = [await make.member(), await make.member(), await make.member()]
  const far = line()
  await ask(slip, far, { slip_ref: 'REF-1', bank_account_id: there.id })
  await ask(order, far, { gateway_ref: 'REF-1', state: 'pending', expires_at: ago(minuteMs) })
  await ask(ended, far, { slip_ref: 'REF-2', gateway_ref: 'REF-2', state: 'expired' })
  await ask(slip, far, { slip_ref: 'REF-3', gateway_ref: 'REF-4' })
  const by = async (ref: string | null) =>
    (await found(line({ ref }))).candidates.map(({ memberId, slipRefs, gatewayRefs }) => [
      memberId,
      slipRefs,
      gatewayRefs,
    ])
  const both = await by('REF-1')
  expect(both).toHaveLength(2)
  expect(both).toContainEqual([slip.id, ['REF-1'], []])
  expect(both).toContainEqual([order.id, [], ['REF-1']])
  expect(await by('REF-2')).toEqual([[ended.id, [], []]])
  expect(await by('REF-4')).toEqual([[slip.id, [], ['REF-4']]])
  expect(await by('REF-0')).toEqual([])
  expect(await by(null)).toEqual([])
})

test('with their state, and what their last ten deposits were, without what this line credited', async () => {
  const [member, suspended, blacklisted, barred] = [
    await make.member(),
    await make.member({ state: 'suspended' }),
    await make.member({ state: 'blacklisted' }),
    await make.member(),
  ]
  await make.query('update members set can_deposit = false where id = $1', [barred.id])
  const of = line()
  const credit = (amount_minor: number, row: object = {}, ageMs = 0) =>
    put.deposit(member.id, here.id, { amount_minor, method: 'bank', ...row }, ageMs)
  for (let n = 1; n <= 11; n += 1) await credit(n * 100, {}, (12 - n) * dayMs)
  await credit(50, { state: 'reversed' })
  await credit(51, { statement_line_id: of.id })
  await put.deposit(suspended.id, here.id, { amount_minor: 52 })
  const { candidates } = await found(of, [member.id, suspended.id, blacklisted.id, barred.id])
  const statusOf = (each: FactoryMember) => candidates.find(({ memberId }) => memberId === each.id)?.status
  expect([member, suspended, blacklisted, barred].map(statusOf)).toEqual([
    'active',
    'suspended',
    'blacklisted',
    'suspended',
  ])
  const usual = candidates.find(({ memberId }) => memberId === member.id)?.usualAmountsMinor
  expect(usual?.toSorted((a, b) => b - a)).toEqual([1100, 1000, 900, 800, 700, 600, 500, 400, 300, 200])
})

/** So many members with this first name, whose accounts end with these four digits. */
const crowd = async (count: number, firstName: string, tail: string) => {
  const serial = String((amountMinor += 10))
  await make.query(
    `insert into members (username, phone, first_name, last_name, state)
     select 'crowd' || $2 || 'n' || n, '+66' || $2 || lpad(n::text, 5, '0'), $3, 'อออ', 'active'
       from generate_series(1, $1::int) as n`,
    [count, serial, firstName],
  )
  await make.query(
    `insert into member_bank_accounts (member_id, bank, account_no, account_name, state)
     select id, 'KBANK', $2 || lpad(row_number() over ()::text, 5, '0') || $3, 'อื่น', 'primary'
       from members where username like 'crowd' || $1 || 'n%'`,
    [serial, serial.slice(-3), tail],
  )
  return serial
}

describe('of too many who are alike', () => {
  test('nobody is sure by digits beyond 500, nor by a name beyond 100', async () => {
    await crowd(100, 'ฟฟมมพพ', '4141')
    await crowd(400, 'ออออ', '4141')
    const by = (payer_mask: string | null, payer_name: string | null = null) =>
      found(line({ payer_mask, payer_name }))
    const [digits, name] = [await by('??????4141'), await by(null, 'ฟฟมมพพ')]
    expect([digits.ids.length, digits.isComplete]).toEqual([500, true])
    expect([name.ids.length, name.areNamesComplete]).toEqual([100, true])
    await crowd(1, 'ฟฟมมพพ', '4141')
    expect((await by('??????4141')).isComplete).toBe(false)
    expect((await by(null, 'ฟฟมมพพ')).areNamesComplete).toBe(false)
  })

  test('300 who asked are looked at: who was told their own satang, then the newest', async () => {
    const of = line()
    const told = await make.member()
    await ask(told, of, { is_unique_satang: true }, dayMs)
    const serial = await crowd(300, 'ออออ', '4242')
    await server.database.plant(
      `insert into deposits (reference, member_id, state, method, amount_requested_minor, bank_account_id,
          by_kind, business_on, expires_at)
       select username, id, 'created', 'bank', $2, $3, 'member', current_date, now() + interval '1 hour'
         from members where username like 'crowd' || $1 || 'n%' order by id`,
      [serial, of.amount_minor, here.id],
    )
    const [oldest] = await make.query<{ id: string }>(
      `select member_id as id from deposits where amount_requested_minor = $1 and not is_unique_satang
        order by id limit 1`,
      [of.amount_minor],
    )
    const { ids } = await found(of)
    expect([ids.length, ids.includes(told.id), ids.includes(oldest?.id ?? '')]).toEqual([300, true, false])
  })
})

describe('a line whose payer is sure', () => {
  const digits = '616263'
  let payer: FactoryMember
  let other: FactoryMember
  beforeAll(async () => {
    payer = await make.member({ accountNo: `1234${digits}` })
    other = await make.member()
  })
  const sure = (rest: Partial<StoredLine> = {}) =>
    line({
      payer_bank: 'KBANK',
      payer_mask: `????${digits}`,
      balance_after_minor: 900_000,
      chain: 'linked',
      received_at: ago(0),
      ...rest,
    })
  const decided = async (
    of: StoredLine,
    context: Partial<DecisionContext> = {},
    settings: Partial<DecisionContext['settings']> = {},
  ) => {
    const { db } = server.services
    const { outcome, credit } = await decideLine(db, of, {
      settings: { ...(await readSettings(db)), ...settings },
      hasBalances: true,
      others: [],
      mayBeCredited: false,
      mayCredit: true,
      nowMs: Date.now(),
      ...context,
    })
    return [outcome.state, credit ?? (outcome.evidence as { reasons: string[] }).reasons]
  }
  const credited = () => ['autoMatched', { memberId: payer.id, requestId: null }]
  test('credits them, and what is known of it is kept', async () => {
    expect(await decided(sure())).toEqual(credited())
    const of = sure()
    const requestId = await ask(payer, of)
    expect(await decided(of)).toEqual(['autoMatched', { memberId: payer.id, requestId }])
  })

  test('waits where another line may be the same money of theirs', async () => {
    const of = sure()
    const beside = (row: Partial<StoredLine>) =>
      decided(of, {
        others: [
          sure({ amount_minor: of.amount_minor, state: 'suggested', best_member_id: payer.id, ...row }),
        ],
      })
    const claimed = ['suggested', ['candidateClaimed']]
    expect(await beside({})).toEqual(claimed)
    expect(await beside({ chain: 'hint', state: 'manualMatched' })).toEqual(claimed)
    expect(await beside({ chain: 'hint', state: 'waiting' })).toEqual(credited())
    expect(await beside({ state: 'manualMatched' })).toEqual(credited())
    expect(await beside({ best_member_id: other.id })).toEqual(credited())
    expect(await beside({ amount_minor: of.amount_minor + 1 })).toEqual(credited())
    expect(await beside({ id: of.id })).toEqual(credited())
  })

  test('is suggested where others may fit whom nobody has looked at', async () => {
    // No index holds digits that stand alone.
    const of = sure({ payer_mask: '1?3?6?6?6?' })
    await ask(payer, of)
    expect(await decided(of)).toEqual(['suggested', ['tooManyAlike']])
  })

  test('by a whole name alone is credited where the brand says so, and nobody else may bear it', async () => {
    const bearer = await make.member({ firstName: 'ศณฐฬ', lastName: 'อออ' })
    const of = sure({ payer_mask: null, payer_name: 'นาย ศณฐฬ อออ' })
    const requestId = await ask(bearer, of)
    const unproven = ['suggested', ['payerUnproven']]
    expect(await decided(of)).toEqual(unproven)
    const byName = () => decided(of, {}, { creditsByName: true })
    expect(await byName()).toEqual(['autoMatched', { memberId: bearer.id, requestId }])
    // Of more than a hundred whose names sound alike not all are looked at.
    await crowd(100, 'สนถล', '4343')
    expect(await byName()).toEqual(unproven)
  })

  test('is suggested where the brand, a person, the time or the chain says so', async () => {
    const of = sure()
    const off = ['suggested', ['autoOff']]
    expect(await decided(of, { mayCredit: false })).toEqual(off)
    expect(await decided(of, {}, { isAutoCreditOn: false })).toEqual(off)
    expect(await decided(of, {}, { canDeposit: false })).toEqual(off)
    expect(await decided(of, { mayBeCredited: true })).toEqual(['suggested', ['creditedBefore']])
    expect(await decided(of, { hasBalances: false })).toEqual(['suggested', ['noUniqueProof']])
    const limit = (autoCreditLimitMinor: number) => decided(of, {}, { autoCreditLimitMinor })
    expect(await limit(of.amount_minor)).toEqual(credited())
    expect(await limit(of.amount_minor - 1)).toEqual(['suggested', ['amountOverLimit']])
    expect(await decided(of, {}, { matchAutoScore: 73 })).toEqual(credited())
    expect(await decided(of, {}, { matchAutoScore: 74 })).toEqual(['suggested', ['scoreBelowAuto']])
    expect(await decided(of, {}, { matchMargin: 74 })).toEqual(['suggested', ['marginTooSmall']])
    expect(await decided(sure({ possible_double_of: of.id }))).toEqual(['suggested', ['possibleDouble']])
    expect(await decided(sure({ chain: 'afterHole' }))).toEqual(['suggested', ['chainUnchecked']])
    for (const [flag, reason] of [
      ['lowConfidence', 'lowConfidenceShape'],
      ['card', 'cardMovement'],
      ['unknownBankTag', 'unknownBank'],
    ] as const)
      expect(await decided(sure({ flags: [flag] }))).toEqual(['suggested', [reason]])
    const odd = { bank_time: ago(-11 * minuteMs), bank_time_precision: 'minute' } as const
    expect(await decided(sure(odd))).toEqual(['suggested', ['bankTimeOdd']])
    // What the phone got is judged by what is now, not by the phone.
    expect(await decided(sure({ ...odd, received_at: odd.bank_time }))).toEqual([
      'suggested',
      ['bankTimeOdd'],
    ])
  })
})
