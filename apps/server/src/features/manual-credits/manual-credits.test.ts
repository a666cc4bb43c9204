import { CallError } from '@khlang/contract/derived/client.ts'
import { suspense, writeoffExpense } from '@khlang/ledger/accounts.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saysItIsTheirs } from '../../testing/world/links.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import type { FactoryAccount, FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { inRounds, roundsTimeout } from '../../testing/world/rounds.ts'
import { clearByLateLine } from '../bank-lines/intake/late-line.ts'
import { creditedByMaker } from './queries.ts'

let world: MoneyOutWorld
let bank: FactoryAccount
let anna: Person
let ben: Person
let admin: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  bank = await world.factory.account({ role: 'deposit', bank: 'BBL' })
  anna = await world.cashier()
  ben = await world.cashier()
  admin = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? `${error.status} ${error.code}` : String(error)),
  )
const give = (
  person: Person,
  member: FactoryMember,
  amountMinor: number,
  kind: 'realDeposit' | 'goodwill' | 'correction' = 'goodwill',
) =>
  person.call(
    'preTransactions.createDeposit',
    {
      memberId: member.outside,
      amountMinor,
      kind,
      reasonCode: 'compensation',
      remarkStaff: 'for the trouble',
      ...(kind === 'realDeposit' ? { accountId: bank.outside } : {}),
    },
    { idempotencyKey: key() },
  )
const settle = decideAs

const matching = { permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] as const } }

/** What two people credit because they saw the money in the bank's app, before its line came. */
async function creditBeforeLine(member: FactoryMember, account: FactoryAccount, amountMinor: number) {
  const input = {
    memberId: member.outside,
    amountMinor,
    kind: 'realDeposit' as const,
    accountId: account.outside,
    reasonCode: 'systemMissedDeposit' as const,
    remarkStaff: 'seen in the bank app',
  }
  const asked = await anna.call('preTransactions.createDeposit', input, { idempotencyKey: key() })
  await settle(ben, asked.approvalId)
}

describe('goodwill', () => {
  test('below the limit is credited at once from our own cost, and marks the next withdrawal', async () => {
    const person = await world.cashier()
    const member = await world.regular(100_000)
    expect(await give(person, member, 499_999)).toMatchObject({ state: 'done', approvalId: null })
    expect(await world.factory.cash(member)).toBe(599_999)
    expect(await world.factory.balance(writeoffExpense.code)).toBeLessThanOrEqual(-499_999)
    const asked = await world.withdraw(member, 100_000)
    const { checks } = await world.row(asked.body.data?.id ?? '')
    expect(checks.find((check) => check.code === 'manualCredit')?.result).toBe('review')
  })

  test('at the limit waits for a second person', async () => {
    const person = await world.cashier()
    const member = await world.factory.member()
    const asked = await give(person, member, 500_000)
    expect(asked.state).toBe('waiting')
    expect(await world.factory.cash(member)).toBe(0)
    expect(await code(settle(person, asked.approvalId))).toBe('403 fourEyes')
    expect(await settle(ben, asked.approvalId)).toEqual({ state: 'approved' })
    expect(await world.factory.cash(member)).toBe(500_000)
    expect(await code(settle(ben, asked.approvalId))).toBe('409 alreadyHandled')
  })

  test('waits from the limits the brand sets', async () => {
    const person = await world.cashier()
    await world.server.set({ manualSecondPersonMinor: 20_000, manualSecondPersonDayMinor: 30_000 })
    const given = async (amountMinor: number) =>
      (await give(person, await world.factory.member(), amountMinor)).state
    expect(await given(20_000)).toBe('waiting')
    await world.server.set({ manualSecondPersonMinor: 500_000 })
    expect(await given(9_999)).toBe('done')
    expect(await given(1)).toBe('waiting')
    await world.server.set({ manualSecondPersonDayMinor: 2_000_000 })
  })

  test('of one person waits once their day reaches the limit, and stops at their own limit', async () => {
    const person = await world.cashier({ abilities: { adjustmentPerDayMinor: 2_000_000 } })
    for (let n = 0; n < 4; n += 1) {
      expect((await give(person, await world.factory.member(), 400_000)).state).toBe('done')
    }
    expect((await give(person, await world.factory.member(), 399_999)).state).toBe('done')
    expect((await give(person, await world.factory.member(), 1)).state).toBe('waiting')
    const third = await world.factory.member()
    const typed = { memberId: third.outside, amountMinor: 1, kind: 'goodwill' } as const
    const { overDay } = await person.call('preTransactions.previewDeposit', typed)
    expect(overDay).toMatchObject({ leftMinor: 0 })
    expect(await code(give(person, third, 1))).toBe('403 overDayLimit')
  })

  test('counts in a person’s day while it stands or waits, not once it was refused or is over', async () => {
    const person = await world.cashier()
    const on = '2026-11-20'
    const member = await world.factory.member()
    const counted = (day = on) => creditedByMaker(world.server.services.db, person.id, day)
    const put = (kind: string, state: string, expires = '1 hour') =>
      world.server.database.plant(
        `insert into approvals (kind, entity, entity_id, document, document_hash, amount_minor, reason,
           maker_id, requires, state, expires_at, settled_at, checker_id)
         values ($1, 'member', outside_id('mbr', gen_random_uuid()), '{}', '', 100, 'x', $2, '{}', $3,
           now() + $4::interval, case when $3 <> 'pending' then now() end,
           case when $3 = 'rejected' then $5::uuid end)`,
        [kind, person.id, state, expires, anna.id],
      )
    const typed = (maker: Person, day: string) =>
      world.server.database.plant(
        `insert into adjustments (reference, member_id, kind, amount_minor, reason_code, remark_staff,
           maker_id, business_on) values ($1, $2, 'goodwill', 5000, 'x', 'x', $3, $4)`,
        [key(), member.id, maker.id, day],
      )
    await put('manualCredit', 'pending')
    expect(await counted()).toBe(100)
    await put('manualCredit', 'pending', '-1 second')
    for (const state of ['rejected', 'withdrawn', 'expired']) await put('manualCredit', state)
    await put('manualDeposit', 'pending')
    await typed(person, '2026-11-19')
    await typed(anna, on)
    expect(await counted()).toBe(100)
    await typed(person, on)
    expect([await counted(), await counted('2026-11-21')]).toEqual([5_100, 100])
  })
})

describe('real money without a line', () => {
  test('is always asked of a second person, credited from suspense, and shown to the checker', async () => {
    const member = await world.factory.member()
    const asked = await give(anna, member, 1_000, 'realDeposit')
    const list = await ben.call('preTransactions.approvals', {})
    const shown = list.records.find(({ id }) => id === asked.approvalId)
    expect(shown).toMatchObject({
      kind: 'manualDeposit',
      maker: anna.username,
      isOwn: false,
      amountMinor: 1_000,
      document: { accountId: bank.outside, memberId: member.outside },
    })
    await settle(ben, asked.approvalId)
    expect(await world.factory.cash(member)).toBe(1_000)
    expect(await world.factory.balance(suspense(bank.outside).code)).toBe(-1_000)
  })

  test('needs its account; a second request for the same member waits for the first', async () => {
    const member = await world.factory.member()
    const withoutAccount = anna.call(
      'preTransactions.createDeposit',
      {
        memberId: member.outside,
        amountMinor: 1_000,
        kind: 'realDeposit',
        reasonCode: 'test',
        remarkStaff: 'no account',
      },
      { idempotencyKey: key() },
    )
    expect(await code(withoutAccount)).toBe('422 requiredField')
    await give(anna, member, 1_000, 'realDeposit')
    expect(await code(give(ben, member, 2_000, 'realDeposit'))).toBe('409 conflict')
  })

  test('that came in by its own line meanwhile is not credited again', async () => {
    const member = await world.factory.member()
    const asked = await give(anna, member, 65_400, 'realDeposit')
    await world.fund(member, 65_400)
    expect(await code(settle(ben, asked.approvalId))).toBe('409 alreadyMatched')
    expect(await world.factory.cash(member)).toBe(65_400)
  })

  test('is cleared by its late line, which credits nobody a second time', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const member = await world.factory.member({ bank: 'KBANK' })
    await creditBeforeLine(member, scb, 432_100)
    const payer = { tag: 'KBNK', digits: member.accountNo.slice(-6) }
    const said = await phone.say(phone.move({ amountMinor: 432_100, payer }))
    expect(said.body.data).toMatchObject({ lineState: 'manualMatched' })
    expect(await world.factory.cash(member)).toBe(432_100)
    expect(await world.factory.balance(suspense(scb.outside).code)).toBe(0)
    const again = await phone.say(phone.move({ amountMinor: 432_100, payer }))
    expect(again.body.data?.lineState).not.toBe('manualMatched')
  })

  test('is known by four digits of its late line, not by three, nor where two have them', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const one = await world.factory.member({ accountNo: '1111224433' })
    const other = await world.factory.member({ accountNo: '5555664433' })
    const lateLine = async (amountMinor: number) => {
      const { body } = await phone.receives({ amountMinor })
      const id = decodeId('statementLine', body.data?.lineId ?? '') ?? ''
      return { id, bank_account_id: scb.id, amount_minor: amountMinor, value_on: '2026-11-22' }
    }
    type Line = Awaited<ReturnType<typeof lateLine>>
    const isCleared = async (line: Line, mask: string, from: string | null = null, name?: string) => {
      const tx = await world.server.services.db.startTransaction().execute()
      const payer = { payer_mask: mask, payer_bank: from, payer_name: name ?? null }
      const cleared = await clearByLateLine(tx, { ...line, ...payer }, '2026-11-22')
      await tx.rollback().execute()
      return cleared !== null
    }
    await creditBeforeLine(one, scb, 432_200)
    const late = await lateLine(432_200)
    expect(await isCleared(late, '???????433')).toBe(false)
    expect(await isCleared(late, '??????4433', 'KBANK')).toBe(true)
    // The same digits at another bank, or under another's name, are another's.
    expect(await isCleared(late, '??????4433', 'BBL')).toBe(false)
    expect(await isCleared(late, '??????4433', 'KBANK', 'คนอื่น ไม่รู้จัก')).toBe(false)
    for (const each of [one, other]) await creditBeforeLine(each, scb, 432_300)
    expect(await isCleared(await lateLine(432_300), '??????4433')).toBe(false)
  })

  test('whose late line has their own satang and no payer is suggested, not credited again', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const member = await world.factory.member()
    await world.factory.request(member, scb, 54_337, { isUniqueSatang: true })
    await creditBeforeLine(member, scb, 54_337)
    const said = await phone.say(phone.move({ amountMinor: 54_337 }))
    expect(said.body.data).toMatchObject({ lineState: 'suggested' })
    const [line] = await world.factory.query(
      `select reason, match_evidence -> 'reasons' as reasons from statement_lines
        where bank_account_id = $1`,
      [scb.id],
    )
    expect(line).toEqual({ reason: 'creditedBefore', reasons: ['creditedBefore'] })
    expect(await world.factory.cash(member)).toBe(54_337)
  })

  test('whose late line shows no payer is held: a person says which money it is', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const [member, other] = [await world.factory.member(), await world.factory.member()]
    await creditBeforeLine(member, scb, 54_300)
    const [linker, matcher] = [await world.cashier(matching), await world.cashier(matching)]
    const said = [
      await phone.say(phone.move({ amountMinor: 54_300 })),
      await phone.say(phone.move({ amountMinor: 54_300 })),
    ]
    const [first = '', second = ''] = said.map(({ body }) => body.data?.lineId ?? '')
    const preview = (id: string, of: FactoryMember) =>
      linker.call('preTransactions.previewLink', { id, memberId: of.outside })
    const seen = await preview(first, member)
    expect(seen).toMatchObject({ beforeMinor: 54_300, afterMinor: 108_600 })
    expect(seen.creditedBefore.map((deposit) => deposit.member.id)).toEqual([member.outside])
    const link = (id: string, of: FactoryMember, rest: object) =>
      linker.call(
        'preTransactions.link',
        { id, version: 1, memberId: of.outside, isConfirmed: true, ...rest },
        { idempotencyKey: key() },
      )
    expect(await code(link(first, member, {}))).toBe('409 blocked')
    expect(await code(link(first, other, {}))).toBe('409 blocked')
    // The same money: suspense is cleared and nobody is credited again.
    const depositId = seen.creditedBefore[0]?.id ?? ''
    expect(await code(link(first, other, { depositId }))).toBe('422 invalidValue')
    // No payer is shown: whose money it is, a second person says too, as with any link.
    expect(await code(link(first, member, { depositId }))).toBe('422 linkNoteNeeded')
    const asked = await link(first, member, { depositId, remark: 'the time fits' })
    expect(asked).toMatchObject({ state: 'waiting', depositId: null })
    expect(await code(settle(linker, asked.approvalId))).toBe('403 fourEyes')
    expect(await world.factory.balance(suspense(scb.outside).code)).not.toBe(0)
    const { differences } = await matcher.call('approvals.get', { id: asked.approvalId ?? '' })
    expect(differences).toContainEqual({ field: 'clearsDeposit', before: null, after: expect.any(String) })
    // The wallet has the money since the deposit was typed.
    expect(differences).toContainEqual({ field: 'balanceMinor', before: 54_300, after: 54_300 })
    await settle(matcher, asked.approvalId)
    expect(await world.factory.cash(member)).toBe(54_300)
    expect(await world.factory.balance(suspense(scb.outside).code)).toBe(0)
    const undo = { id: first, version: 2, reason: 'take it back' }
    expect(await code(linker.call('preTransactions.undoLink', undo, { idempotencyKey: key() }))).toBe(
      '409 stateRefused',
    )
    // Another line of that amount later is other money, and nothing stands in its way.
    expect((await preview(second, other)).creditedBefore).toEqual([])
    await saysItIsTheirs(world.factory, second, other)
    expect(await link(second, other, {})).toMatchObject({ creditAfterMinor: 54_300 })
  })

  test('is settled alone by nobody who typed it, nor by a bare statement', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const [member, twin] = [0, 1].map((n) => world.factory.member({ accountNo: `${n}111987654` }))
    const payer = { tag: 'KBNK', digits: '987654' }
    const of = await Promise.all([member, twin])
    for (const each of of) if (each) await creditBeforeLine(each, scb, 54_500)
    const [first] = of
    if (!first) throw new Error('no member')
    // Two fit the digits, so a person says whose it is; the evidence is enough for one who did not type it.
    const said = await phone.receives({ amountMinor: 54_500, payer })
    const id = said.body.data?.lineId ?? ''
    const [typed] = await world.factory.query<{ id: string; line: string; maker: string }>(
      `select d.id, l.id as line, d.by_id as maker from deposits d, statement_lines l
        where d.member_id = $1 and l.bank_account_id = $2`,
      [first.id, scb.id],
    )
    const reasons = await world.factory.query<{ own: string[]; other: string[] }>(
      `select clearing_reasons($1, $2, $3) as own, clearing_reasons($1, $2, $4) as other`,
      [typed?.line, typed?.id, typed?.maker, ben.id],
    )
    expect(reasons).toEqual([{ own: ['ownRequest'], other: [] }])
    const bySql = world.factory.query(`update deposits set statement_line_id = $2 where id = $1`, [
      typed?.id,
      typed?.line,
    ])
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    const linker = await world.cashier(matching)
    const depositId = encodeId('deposit', typed?.id ?? '')
    const wanted = { id, version: 1, memberId: first.outside, depositId, isConfirmed: true }
    const done = await linker.call('preTransactions.link', wanted, { idempotencyKey: key() })
    expect(done).toMatchObject({ state: 'done', depositId })
    expect(await world.factory.cash(first)).toBe(54_500)
  })

  test('whose like came from somebody else is credited once a person says so', async () => {
    const scb = await world.factory.account({ role: 'deposit', bank: 'SCB' })
    const phone = await bankPhone(world.factory, scb)
    const [member, other] = [await world.factory.member(), await world.factory.member()]
    await creditBeforeLine(member, scb, 54_400)
    const said = await phone.say(phone.move({ amountMinor: 54_400 }))
    const linker = await world.server.person({
      permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] },
    })
    const id = said.body.data?.lineId ?? ''
    await saysItIsTheirs(world.factory, id, other)
    const wanted = { id, version: 1, memberId: other.outside, isOtherMoney: true }
    await linker.call('preTransactions.link', wanted, { idempotencyKey: key() })
    expect(await world.factory.cash(other)).toBe(54_400)
    expect(await world.factory.balance(suspense(scb.outside).code)).toBe(-54_400)
  })

  test('refused by the checker stays recorded and moves nothing', async () => {
    const member = await world.factory.member()
    const asked = await give(anna, member, 1_000, 'realDeposit')
    expect(await settle(ben, asked.approvalId, false)).toEqual({ state: 'rejected' })
    expect(await world.factory.cash(member)).toBe(0)
    const rows = await world.factory.query<{ state: string; comment: string }>(
      'select state, comment from approvals where id = $1',
      [decodeId('approval', asked.approvalId ?? '')],
    )
    expect(rows).toEqual([{ state: 'rejected', comment: 'looked at it' }])
  })
})

describe('dual control', () => {
  test('hold for admins, and for those without the flag or the limit', async () => {
    const member = await world.factory.member()
    const asked = await give(admin, member, 600_000)
    expect(await code(settle(admin, asked.approvalId))).toBe('403 fourEyes')
    const small = await world.cashier({ abilities: { approvalLimitMinor: 599_999 } })
    expect(await code(settle(small, asked.approvalId))).toBe('403 overApprovalLimit')
    const other = await world.cashier({ permissions: { memberManagement: ['isRead'] } })
    expect(await code(settle(other, asked.approvalId))).toBe('404 notFound')
    // Who may type deposits but not work on the requests decides none either.
    const typist = await world.cashier({ permissions: { pretransactionRequest: [] } })
    expect(await code(settle(typist, asked.approvalId))).toBe('404 notFound')
    const exact = await world.cashier({ abilities: { approvalLimitMinor: 600_000 } })
    expect(await code(settle(exact, asked.approvalId))).toBe('done')
  })

  test('hold when the maker has lost their right meanwhile', async () => {
    const maker = await world.cashier()
    const asked = await give(maker, await world.factory.member(), 600_000)
    await world.factory.query(`update employees set state = 'left' where id = $1`, [maker.id])
    expect(await code(settle(ben, asked.approvalId))).toBe('409 stateRefused')
  })

  test('are judged by the database: not the maker, not another document, not twice', async () => {
    const asked = await give(anna, await world.factory.member(), 600_000)
    const id = decodeId('approval', asked.approvalId ?? '')
    const update = (set: string) =>
      world.factory.query(`update approvals set ${set} where id = $1`, [id]).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
    const by = (person: Person) => `state = 'approved', settled_at = now(), checker_id = '${person.id}'`
    expect(await update(by(anna))).toBe('KL105')
    expect(await update(`${by(anna)}, is_sole_owner = true`)).toMatch(/KL10[12]/)
    expect(await update(`document = document || '{"amountMinor": 1}'`)).toBe('KL101')
    await settle(ben, asked.approvalId)
    expect(await update(`state = 'rejected'`)).toBe('KL101')
  })

  test('32 checkers at once decide once', roundsTimeout, () =>
    inRounds(async () => {
      await world.server.set({ rateMoneyPerMinute: 1_000_000, rateWritePerMinute: 1_000_000 })
      const member = await world.factory.member()
      const asked = await give(anna, member, 600_000)
      const outcomes = await Promise.all(
        Array.from({ length: 32 }, (_, n) => code(settle(n % 2 === 0 ? ben : admin, asked.approvalId))),
      )
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(['done', '409 alreadyHandled']))
      expect(await world.factory.cash(member)).toBe(600_000)
    }),
  )

  test('an expired request is decided no more', async () => {
    const asked = await give(anna, await world.factory.member(), 600_000)
    const id = decodeId('approval', asked.approvalId ?? '')
    await world.factory.asAdmin(
      `set session_replication_role = replica;
       update approvals set expires_at = now() - interval '1 second' where id = '${id}'`,
    )
    expect(await code(settle(ben, asked.approvalId))).toBe('409 alreadyHandled')
  })
})

describe('previews', () => {
  test('of a deposit tell balances, legs, doubles and whether a second person is needed', async () => {
    const member = await world.factory.member()
    const person = await world.cashier()
    await give(person, member, 40_000)
    const seen = await person.call('preTransactions.previewDeposit', {
      memberId: member.outside,
      amountMinor: 40_000,
      kind: 'goodwill',
    })
    expect(seen).toMatchObject({
      beforeMinor: 40_000,
      afterMinor: 80_000,
      needsApproval: false,
      fittingLine: null,
    })
    expect(seen.legs).toHaveLength(1)
    expect(seen.doubles).toHaveLength(1)
  })

  test('of a deposit offer the open line that fits', async () => {
    const member = await world.factory.member()
    const on = new Date().toISOString()
    await world.factory.query(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time,
        bank_time_precision, received_at,
         payer_bank, payer_mask, source, dedupe_key, chain, state, business_on, value_on)
       values ($1, 'in', 123400, $2, 'minute', $2, 'KBANK', $3, 'sms', $4, 'linked', 'unmatched', $5, $5)`,
      [bank.id, on, `????${member.accountNo.slice(-6)}`, key(), on.slice(0, 10)],
    )
    const seen = await anna.call('preTransactions.previewDeposit', {
      memberId: member.outside,
      amountMinor: 123_400,
      kind: 'realDeposit',
      accountId: bank.outside,
    })
    expect(seen.fittingLine).toMatchObject({ amountMinor: 123_400, state: 'unmatched' })
    expect(seen.fittingScore).toBeGreaterThanOrEqual(65)
    expect(seen.needsApproval).toBe(true)
  })

  test('of a withdrawal run the checks and hold nothing', async () => {
    const member = await world.regular(70_000)
    const seen = await anna.call('preTransactions.previewWithdrawal', { memberId: member.outside })
    expect(seen).toMatchObject({ beforeMinor: 70_000, afterMinor: 0, band: 'onePerson', toBank: 'KBANK' })
    expect(seen.checks).toHaveLength(21)
    expect(seen.toAccountMasked).toBe(maskAccountNo(member.accountNo))
    expect(await world.factory.cash(member)).toBe(70_000)
  })
})

test('withdrawals that two people typed under one key are two, each of its member', async () => {
  const once = { idempotencyKey: key() }
  for (const by of [anna, ben]) {
    const member = await world.regular(70_000)
    const input = { memberId: member.outside, amountMinor: 20_000, remark: 'asked by phone' }
    await by.call('preTransactions.createWithdrawal', input, once)
    expect(await world.factory.cash(member)).toBe(50_000)
  }
})
