import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMember,
  anApproval,
  aPerson,
  aRole,
  aSession,
  openTrials,
  row,
  uuid,
  type Columns,
  type Trials,
} from '../../testing/world/trials.ts'

// What the server could write in two steps, each harmless by itself, so that money leaves without the person
// or the second person whom one step would have asked for.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const anAccount = (n: number, state: string, accountNo: string) =>
  row('member_bank_accounts', {
    id: uuid(n),
    member_id: uuid(30),
    bank: `'KBANK'`,
    account_no: `'${accountNo}'`,
    account_name: `'x'`,
    state: `'${state}'`,
  })
const world = [aRole(100), aPerson(1), aPerson(2), aMember(30), anAccount(71, 'primary', '1112223334')]
const signedIn = [...world, aSession(90), aSession(91)]
const aWithdrawal = (columns: Columns = {}) =>
  row('withdrawals', {
    id: uuid(80),
    reference: `'W1'`,
    member_id: uuid(30),
    request_key: `'W1'`,
    state: `'review'`,
    band: `'onePerson'`,
    amount_minor: 4_900_000,
    to_bank: `'KBANK'`,
    to_account_no: `'1112223334'`,
    to_account_name: `'x'`,
    sla_ends_at: 'now()',
    business_on: 'current_date',
    ...columns,
  })
const change = (set: string) => `update withdrawals set ${set} where id = ${uuid(80)};`
const byMember = `decision_kind = 'member'`

describe('a member decides no withdrawal', () => {
  test('that begins as approved, or begins with their decision', async () => {
    const begun = { state: `'approved'`, decision_kind: `'member'` }
    expect(await trials.judged(signedIn, aWithdrawal())).toBe('done')
    expect(await trials.judged(signedIn, aWithdrawal(begun))).toBe('approvalMissing')
    expect(await trials.judged(signedIn, aWithdrawal({ ...begun, state: `'review'` }))).toBe(
      'approvalMissing',
    )
  })

  test('that is approved after their decision was written down, only takes it back', async () => {
    const tried = (...sets: string[]) =>
      trials.judged([...signedIn, aWithdrawal()], sets.map(change).join(' '))
    expect(await tried(byMember)).toBe('approvalMissing')
    expect(await tried(`${byMember}, state = 'rejected'`)).toBe('approvalMissing')
    expect(await tried(byMember, `state = 'approved'`)).toBe('approvalMissing')
    expect(await tried(`${byMember}, state = 'cancelled'`)).toBe('done')
    expect(await tried(`decision_kind = 'employee', decided_by = ${uuid(1)}, state = 'approved'`)).toBe(
      'done',
    )
  })
})

test('how many people a withdrawal takes was judged once: never fewer, nor unknown', async () => {
  const tried = (from: string | null, to: string | null) =>
    trials.judged(
      [...signedIn, aWithdrawal({ amount_minor: 100, band: from && `'${from}'` })],
      change(`band = ${to === null ? 'null' : `'${to}'`}`),
    )
  const bands = ['auto', 'onePerson', 'twoPeople'] as const
  for (const [at, from] of bands.entries()) {
    expect([from, await tried(from, null)]).toEqual([from, 'bandLowered'])
    for (const [to, band] of bands.entries())
      expect([from, band, await tried(from, band)]).toEqual([from, band, to < at ? 'bandLowered' : 'done'])
  }
})

test('nobody decides it up to the brand’s limit, that amount included', async () => {
  const limits = `update brand_settings set value = value || '{"autoApproveLimitMinor": 1000}';`
  const auto = { state: `'approved'`, band: `'auto'`, decision_kind: `'auto'` }
  const begun = (amount_minor: number) =>
    trials.judged([...signedIn, limits], aWithdrawal({ ...auto, amount_minor }))
  expect([await begun(1000), await begun(1001)]).toEqual(['done', 'bandTooLow'])
  const typed = { ...auto, amount_minor: 1000, is_phone_request: true, requested_by: uuid(1) }
  expect(await trials.judged([...signedIn, limits], aWithdrawal(typed))).toBe('bandTooLow')
})

test('goodwill is of the day it is given on, and counts in no other day of its giver', async () => {
  const given = (days: number) =>
    trials.judged(
      signedIn,
      row('adjustments', {
        reference: `'A1'`,
        member_id: uuid(30),
        kind: `'goodwill'`,
        amount_minor: 1,
        reason_code: `'x'`,
        remark_staff: `'x'`,
        maker_id: uuid(1),
        business_on: `brand_day() + ${days}`,
      }),
    )
  expect([await given(-2), await given(0), await given(2)]).toEqual(['dayChosen', 'done', 'dayChosen'])
})

test('what takes two is decided by the two of its request, and by nobody in their place', async () => {
  const amount_minor = 100
  const first = { first_approved_by: uuid(2), first_approved_at: 'now()' }
  const document = `jsonb_build_object('withdrawalId', outside_id('wdr', ${uuid(80)}), 'amountMinor', 100,
    'toBank', 'KBANK', 'toAccountNo', '1112223334')`
  const agreed = (maker: number, checker: number, by = 1) =>
    trials.judged(
      [
        ...signedIn,
        aPerson(3),
        aWithdrawal({ ...first, amount_minor, band: `'twoPeople'` }),
        anApproval(500, {
          kind: `'withdrawalApproval'`,
          document,
          amount_minor,
          maker_id: uuid(maker),
          checker_id: uuid(checker),
        }),
      ],
      change(`state = 'approved', decision_kind = 'employee', decided_by = ${uuid(by)},
        approval_id = ${uuid(500)}`),
    )
  expect(await agreed(2, 1)).toBe('done')
  expect([await agreed(2, 3), await agreed(3, 1), await agreed(2, 1, 3)]).toEqual(
    Array.from({ length: 3 }, () => 'approvalMissing'),
  )
})

test('an account that was refused never comes back, nor does a former one', async () => {
  const others = [anAccount(72, 'refused', '9998887776'), anAccount(73, 'alias', '5554443332')]
  const becomes = (n: number, state: string) =>
    trials.judged(
      [...world, ...others],
      `update member_bank_accounts set state = '${state}' where id = ${uuid(n)}`,
    )
  expect(await becomes(71, 'alias')).toBe('done')
  for (const [n, state] of [
    [72, 'alias'],
    [72, 'primary'],
    [73, 'primary'],
    [73, 'refused'],
    [71, 'refused'],
  ] as const)
    expect([n, state, await becomes(n, state)]).toEqual([n, state, 'accountFrozen'])
})

describe('the start is over once somebody has signed in', () => {
  const aged = `update sessions set kind = 'preOtp', expires_at = now() - interval '500 days';
    select forget_old_sessions(1000000);`
  test('though the program says of all sessions that they are old, and has them forgotten', async () => {
    const two = { state: `'approved'`, band: `'twoPeople'`, first_approved_by: uuid(2) }
    const decided = { ...two, decision_kind: `'employee'`, decided_by: uuid(1) }
    expect(await trials.judged(world, aWithdrawal(decided))).toBe('done')
    expect(await trials.judged(signedIn, `${aged} ${aWithdrawal(decided)}`)).toBe('approvalMissing')
    expect(await trials.judged(signedIn, `${aged} ${anAccount(74, 'alias', '1231231231')}`)).toBe(
      'approvalMissing',
    )
    expect(await trials.judged(signedIn, `${aged} ${aPerson(3)}`)).toBe('makerMissing')
    // An account that made itself was made by nobody who is there.
    const admin = [...signedIn, aRole(101, { is_admin: true })]
    const made = (by: number) => aPerson(3, { role_id: uuid(101), created_by: uuid(by) })
    expect(await trials.judged(admin, made(1))).toBe('approvalMissing')
    expect(await trials.judged(admin, made(3))).not.toBe('done')
  })

  test('the newest session stays, whoever asks; those before it go when they are old', async () => {
    const old = { expires_at: `now() - interval '401 days'` }
    const rows = [...world, aSession(90, old), aSession(91, { ...old, kind: `'preOtp'` })]
    expect(await trials.answer(rows, 'forget_old_sessions(9)')).toBe(0)
    expect(await trials.answer([...rows, aSession(92)], 'forget_old_sessions(9)')).toBe(2)
    const young = aSession(89, { expires_at: `now() - interval '399 days'`, kind: `'preOtp'` })
    expect(await trials.answer([...rows, young, aSession(92)], 'forget_old_sessions(9)')).toBe(2)
  })
})
