import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countApprovals, findApproval } from '../../features/approvals/queries.ts'
import { withdrawalApproval } from '../../features/withdrawals/approval-kinds.ts'
import {
  type Columns,
  aLink,
  aMember,
  anApproval,
  actorOf,
  aPerson,
  aRole,
  idOf,
  json,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'

// Whose list a withdrawal stands in that waits for its second approval: each differs in one thing.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const people = [aRole(100), aPerson(1), aPerson(2), aPerson(3)]

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
  const request = ({ first_approved_by: first = uuid(2) }: Columns) =>
    anApproval(500, {
      kind: `'withdrawalApproval'`,
      entity: `'withdrawal'`,
      entity_id: `outside_id('wdr', ${uuid(50)})`,
      amount_minor: 100,
      maker_id: first ?? uuid(2),
      state: `'pending'`,
      checker_id: null,
      settled_at: null,
      requires: json({ pretransactionRequest: { isRead: true, isUpdate: true } }),
      expires_at: `now() + interval '1 second'`,
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
    const reading = { kinds: { withdrawalApproval }, actor: actorOf(1, given) }
    const setUp = [...people, member, withdrawal(columns), request(columns), ...more]
    const [found, count] = await trials.asked(
      setUp,
      async (tx) =>
        [await findApproval(tx, reading, idOf(500)), await countApprovals(tx, reading)] as const,
    )
    expect([found?.mayDecide ?? false, count.toSettle]).toEqual([waits, waits ? 1 : 0])
  })
})
