import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkerNeeds } from '../../platform/approvals/approval-kinds.ts'
import { wantedFlags } from '../../platform/approvals/checkers.ts'
import {
  aPerson,
  aRole,
  anApproval,
  aSession,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Columns,
  type Trials,
} from '../../testing/world/trials.ts'
import { approvalKinds } from '../approval-kinds.ts'

// From what a request is judged, no statement of the server's role chooses: whose flags count, since when it
// waits, how much it weighs beside others, whom it is about.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const flagsOf = (kind: keyof typeof approvalKinds) => wantedFlags(checkerNeeds(approvalKinds[kind]))
const flags = (kind: keyof typeof approvalKinds) => `'${flagsOf(kind)}'`
const roles = [aRole(100, { permission: flags('manualDeposit') }), aRole(101, { is_admin: true })]
const admin = (n: number) => aPerson(n, { role_id: uuid(101) })
const known = (n: number) => row('known_persons', { employee_id: uuid(n) })
const amount = 300_000_00
/** A request of person 1 that waits, as the server makes it. */
const request = (set: Columns = {}) =>
  anApproval(500, {
    kind: `'manualDeposit'`,
    document: json({ amountMinor: amount }),
    amount_minor: amount,
    requires: flags('manualDeposit'),
    state: `'pending'`,
    checker_id: null,
    settled_at: null,
    checkers_needed: 2,
    ...set,
  })

describe('the flags that count for a request', () => {
  test('are those of its kind, as the database knows them of each', async () => {
    const told = await trials.answer([], 'select json_object_agg(kind, requires) from approval_needs')
    const kinds = Object.keys(approvalKinds) as (keyof typeof approvalKinds)[]
    expect(told).toEqual(Object.fromEntries(kinds.map((kind) => [kind, JSON.parse(flagsOf(kind))])))
    expect(await trials.judged([], `delete from approval_needs`)).toContain('permission denied')
  })

  test('make nobody alone, and no amount small, by being others', async () => {
    const three = [...roles, admin(1), admin(2), aPerson(3)]
    expect(await trials.judged(three, request())).toBe('done')
    expect(await trials.judged(three, request({ checkers_needed: 1 }))).toBe('checkMissing')
    const alone = { is_sole_owner: true, state: `'approved'`, checker_id: uuid(1), settled_at: 'now()' }
    const owner = [...roles, admin(1), known(1)]
    expect(await trials.judged(owner, request(alone))).toBe('notAlone')
    const held = row('rights_held', { employee_id: uuid(1), is_admin: true, permission: `'{}'` })
    const heldToo = row('rights_held', {
      employee_id: uuid(3),
      is_admin: false,
      permission: flags('manualDeposit'),
    })
    expect(await trials.judged([...owner, held], request(alone))).toBe('done')
    const withThird = [...owner, held, aPerson(3), known(3), heldToo]
    expect(await trials.judged(withThird, request(alone))).toBe('notAlone')
    for (const requires of ['null', `'{"nobody": {"isRead": true}}'`]) {
      const few = request({ requires, checkers_needed: 1 })
      expect(await trials.judged(three, few), requires).toBe('requestChosen')
      expect(await trials.judged(withThird, request({ ...alone, requires })), requires).toBe(
        'requestChosen',
      )
    }
  })
})

test('a request is of this moment, for a day, and takes nothing off the sum of a day', async () => {
  const people = [...roles, admin(1), admin(2), aPerson(3), aSession(90)]
  const small = { amount_minor: 100, document: json({ amountMinor: 100 }), checkers_needed: 1 }
  expect(await trials.judged(people, request(small))).toBe('done')
  for (const set of [
    { created_at: `now() - interval '25 hours'` },
    { created_at: `now() + interval '1 minute'` },
    { expires_at: `now() + interval '25 hours'` },
    { amount_minor: -amount, document: json({ amountMinor: -amount }) },
    { amount_minor: 0, document: json({ amountMinor: 0 }) },
  ] satisfies Columns[])
    expect(await trials.judged(people, request({ ...small, ...set })), JSON.stringify(set)).toBe(
      'requestChosen',
    )
  // Only what the start makes, before anybody has signed in, has a past.
  const past = { ...small, created_at: `now() - interval '25 hours'` }
  expect(await trials.judged([...roles, admin(1), admin(2), aPerson(3)], request(past))).toBe('done')
})

test('nobody agrees to what is about them, whatever it is filed under', async () => {
  const people = [...roles, aRole(102), admin(1), aPerson(2, { role_id: uuid(102) }), aPerson(3)]
  const agreed = (by: number, set: Columns) =>
    trials.judged(
      [...people, request({ amount_minor: null, checkers_needed: 1, ...set })],
      `update approvals set state = 'approved', checker_id = ${uuid(by)}, settled_at = now()`,
    )
  const ofPerson = { kind: `'employeeRole'`, document: json({ employeeId: idOf(2), roleId: idOf(101) }) }
  const ofRole = { kind: `'roleChange'`, document: json({ roleId: idOf(102) }) }
  for (const set of [ofPerson, ofRole]) {
    expect(await agreed(3, set)).toBe('done')
    expect(await agreed(2, set)).toBe('fourEyes')
  }
  expect(await agreed(2, { ...ofRole, document: json({ roleId: idOf(100) }) })).toBe('done')
})

test('nobody makes an account that sees more or may give more than they', async () => {
  const sees = { reveal_pii: true, export_data: true, see_own_balances: true }
  const limits = { approval_limit_minor: 500, adjustment_per_day_minor: 50 }
  const made = (role: Columns, own: Columns = {}, maker: Columns = {}, held: Columns = {}) =>
    trials.judged(
      [aRole(100, { ...limits, ...held }), aRole(103, { ...limits, ...role }), aPerson(1, maker)],
      aPerson(4, { role_id: uuid(103), created_by: uuid(1), ...own }),
    )
  expect(await made({})).toBe('done')
  expect(await made(sees, {}, {}, sees)).toBe('done')
  const free = { approval_limit_minor: null, adjustment_per_day_minor: null }
  expect(await made(free, {}, {}, free)).toBe('done')
  expect(await made(limits, {}, {}, free)).toBe('done')
  expect(await made(free, limits)).toBe('done')
  for (const [column, value] of [
    ...Object.entries(sees),
    ...Object.entries(free),
    ['approval_limit_minor', 501],
    ['adjustment_per_day_minor', 51],
  ] as const)
    expect(await made({ [column]: value }), column).toBe('approvalMissing')
  expect(await made({}, {}, { approval_limit_minor: 499 }), 'own limits').toBe('approvalMissing')
})
