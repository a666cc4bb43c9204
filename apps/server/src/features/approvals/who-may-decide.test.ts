import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineApproval, type ApprovalNeeds } from '../../platform/approvals/approval-kinds.ts'
import {
  type Columns,
  aMember,
  actorOf,
  aLink,
  anApproval,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import { countApprovals, findApproval, secondWithdrawals } from './queries.ts'

// What stands in a checker's list: each request differs from one that may be decided in one thing.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const requires = { memberManagement: ['isRead'] } as const
const kindOf = (kind: string, needs: Partial<ApprovalNeeds> = {}) =>
  defineApproval({
    kind,
    requires,
    ...needs,
    document: z.looseObject({}),
    before: z.null(),
    subject: () => ({ entity: 'member', id: '' }),
    differences: async () => [],
    execute: async () => {},
  })
const kinds = {
  plain: kindOf('plain'),
  more: kindOf('more', { alsoNeeds: { dashboard: ['isRead'] } }),
  about: kindOf('about', {
    concerns: (actor) => sql<boolean>`a.document ->> 'who' = ${actor.username}`,
  }),
}
const pending: Columns = {
  kind: `'plain'`,
  maker_id: uuid(2),
  state: `'pending'`,
  checker_id: null,
  settled_at: null,
  requires: json({ memberManagement: { isRead: true } }),
  expires_at: `now() + interval '1 second'`,
}
const checked = (by: number) =>
  row('approval_checks', { approval_id: uuid(500), checker_id: uuid(by), comment: `''` })
const people = [
  aRole(100),
  aRole(101, { is_admin: true }),
  aPerson(1),
  aPerson(2),
  aPerson(3),
  aPerson(4, { role_id: uuid(101) }),
]
const rights = requires

describe('a request that waits may be decided', () => {
  const two = { checkers_needed: 2 }
  test.each<[string, boolean, Columns, string[], Parameters<typeof actorOf>[1]?]>([
    ['by who holds its flags', true, {}, []],
    ['by an admin', true, {}, [], { isAdmin: true }],
    ['not without its flags', false, {}, [], { rights: { dashboard: ['isRead'] } }],
    ['not by who asked', false, { maker_id: uuid(1) }, []],
    ['not by another account of who asked', false, {}, [aLink(1, 2)]],
    ['not by who checked it before', false, two, [checked(1)]],
    ['not by another account of who checked it', false, two, [checked(3), aLink(3, 1)]],
    ['not when its time is over', false, { expires_at: 'now()' }, []],
    ['not when it was taken back', false, { state: `'withdrawn'`, settled_at: 'now()' }, []],
    ['not of a kind that nobody knows', false, { kind: `'unknown'` }, []],
    [
      'up to one’s limit',
      true,
      { amount_minor: 100 },
      [],
      { rights, abilities: { approvalLimitMinor: 100 } },
    ],
    [
      'not above one’s limit',
      false,
      { amount_minor: 101 },
      [],
      { rights, abilities: { approvalLimitMinor: 100 } },
    ],
    [
      'without an amount, whatever the limit',
      true,
      {},
      [],
      { rights, abilities: { approvalLimitMinor: 0 } },
    ],
    ['by the first of two, no admin', true, two, []],
    ['by the second, no admin, after an admin', true, two, [checked(4)]],
    ['not by the second, no admin, after no admin', false, two, [checked(3)]],
    ['by the second, an admin, after no admin', true, two, [checked(3)], { isAdmin: true }],
    ['not without what its kind asks for besides', false, { kind: `'more'` }, []],
    [
      'with what its kind asks for besides',
      true,
      { kind: `'more'` },
      [],
      { rights: { ...requires, dashboard: ['isRead'] } },
    ],
    ['not by whom it is about', false, { kind: `'about'`, document: json({ who: 'p1' }) }, []],
    ['where it is about another', true, { kind: `'about'`, document: json({ who: 'p2' }) }, []],
    ['by whom a request of another kind names', true, { document: json({ who: 'p1' }) }, []],
  ])('%s', async (_, may, columns, more, given = { rights }) => {
    const reading = { kinds, actor: actorOf(1, given) }
    const setUp = [...people, anApproval(500, { ...pending, ...columns }), ...more]
    const [found, count] = await trials.asked(
      setUp,
      async (tx) =>
        [await findApproval(tx, reading, idOf(500)), await countApprovals(tx, reading)] as const,
    )
    const isOwn = columns['maker_id'] === uuid(1)
    expect(found?.mayDecide ?? false).toBe(may)
    expect(count).toEqual({ toSettle: may ? 1 : 0, own: isOwn ? 1 : 0 })
    if (columns['expires_at'] !== undefined) expect(found?.state).toBe('expired')
  })

  test('what proves it is seen by who asked and who may decide its kind, decided or not', async () => {
    const looks = async (columns: Columns, given: Parameters<typeof actorOf>[1] = { rights }) => {
      const setUp = [...people, anApproval(500, { ...pending, ...columns })]
      const found = await trials.asked(setUp, (tx) =>
        findApproval(tx, { kinds, actor: actorOf(1, given) }, idOf(500)),
      )
      return found?.mayLook ?? false
    }
    const settled = { state: `'approved'`, checker_id: uuid(3), settled_at: 'now()' }
    expect(await looks({})).toBe(true)
    expect(await looks(settled)).toBe(true)
    expect(await looks({}, {})).toBe(false)
    expect(await looks({ maker_id: uuid(1) }, {})).toBe(true)
    expect(await looks({ kind: `'more'` })).toBe(false)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p1' }) })).toBe(false)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p1' }), maker_id: uuid(1) })).toBe(true)
    expect(await looks({ kind: `'about'`, document: json({ who: 'p2' }) })).toBe(true)
    expect(await looks({ document: json({ who: 'p1' }) })).toBe(true)
  })
})

describe('a withdrawal waits for its second approval', () => {
  const requestUpdate = { rights: { pretransactionRequest: ['isRead', 'isUpdate'] } } as const
  const withdrawal = (columns: Columns) =>
    row('withdrawals', {
      id: uuid(50),
      reference: `'W1'`,
      member_id: uuid(30),
      request_key: `'W1'`,
      state: `'review'`,
      band: `'twoPeople'`,
      first_approved_by: uuid(2),
      first_approved_at: 'now()',
      amount_minor: 100,
      to_bank: `'KBANK'`,
      to_account_no: `'1'`,
      to_account_name: `'x'`,
      requested_at: 'now()',
      sla_ends_at: 'now()',
      business_on: `'2026-11-21'`,
      ...columns,
    })
  const member = aMember(30, { phone: `'+66811111111'`, seller_id: uuid(1) })
  const asked = (by: number) => ({ is_phone_request: true, requested_by: uuid(by) })
  const goodwill = (by: number) =>
    row('adjustments', {
      reference: `'A1'`,
      member_id: uuid(30),
      kind: `'goodwill'`,
      amount_minor: 1,
      reason_code: `'x'`,
      remark_staff: `'x'`,
      maker_id: uuid(by),
      business_on: `'2026-11-21'`,
    })
  const registered = (by: number) => `update members set created_by = ${uuid(by)};`

  test.each<[string, boolean, Columns, string[], Parameters<typeof actorOf>[1]?]>([
    ['of somebody else', true, {}, []],
    ['not of who gave the first', false, { first_approved_by: uuid(1) }, []],
    ['not of another account of theirs', false, {}, [aLink(2, 1)]],
    ['not while nobody gave the first', false, { first_approved_by: null }, []],
    ['not where one is enough', false, { band: `'onePerson'` }, []],
    ['not once it is decided', false, { state: `'rejected'`, decision_kind: `'auto'`, band: `'auto'` }, []],
    ['not of who typed it', false, asked(1), []],
    ['not of another account of who typed it', false, asked(3), [aLink(3, 1)]],
    ['where another typed it', true, asked(3), []],
    ['not of the member themselves', false, {}, [aPerson(5, { phone: `'0811111111'` }), aLink(1, 5)]],
    ['not of a member to whom they gave money alone', false, {}, [goodwill(1)]],
    ['where another gave the member money', true, {}, [goodwill(3)]],
    ['not of a member whom they registered, before anybody else paid them', false, {}, [registered(1)]],
    ['where another registered the member', true, {}, [registered(3)]],
    ['up to their limit', true, {}, [], { ...requestUpdate, abilities: { approvalLimitMinor: 100 } }],
    ['not above their limit', false, {}, [], { ...requestUpdate, abilities: { approvalLimitMinor: 99 } }],
    ['not of who only reads requests', false, {}, [], { rights: { pretransactionRequest: ['isRead'] } }],
    ['not of an agent', false, {}, [], { ...requestUpdate, type: 'agent' }],
  ])('%s', async (_, waits, columns, more, given = requestUpdate) => {
    const setUp = [...people, member, withdrawal(columns), ...more]
    const found = await trials.asked(setUp, (tx) => secondWithdrawals(tx, actorOf(1, given)))
    expect(found.map(({ reference }) => reference)).toEqual(waits ? ['W1'] : [])
  })
  test('in the order of the first approvals, with what the second needs to know', async () => {
    const at = (n: number, minutes: number) =>
      withdrawal({
        id: uuid(50 + n),
        reference: `'W${n}'`,
        request_key: `'W${n}'`,
        member_id: uuid(30 + n),
        first_approved_at: `timestamptz '2026-11-21T10:00:00Z' + interval '${minutes} minutes'`,
      })
    const [one, two, three] = [at(1, 2), at(2, 1), at(3, 3)]
    const members = [1, 2, 3].map((n) => aMember(30 + n, { phone: `'+6681111111${n}'` }))
    const found = await trials.asked([...people, ...members, one, two, three], (tx) =>
      secondWithdrawals(tx, actorOf(1, requestUpdate)),
    )
    expect(found.map(({ reference }) => reference)).toEqual(['W2', 'W1', 'W3'])
    expect(found[0]).toEqual({
      id: idOf(52),
      reference: 'W2',
      username: 'member32',
      amountMinor: 100,
      firstApprover: 'p2',
      firstApprovedAt: '2026-11-21T10:01:00.000Z',
    })
  })
})
