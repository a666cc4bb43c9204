import {
  type Columns,
  aMember,
  aFile,
  anApproval,
  aPerson,
  aRole,
  json,
  row,
  uuid,
} from '../../testing/world/trials.ts'

const member = (n: number, seller: number | null) =>
  aMember(n, { seller_id: seller === null ? null : uuid(seller) })
const deposit = (n: number, of: number) =>
  row('deposits', {
    id: uuid(n),
    reference: `'D${n}'`,
    member_id: uuid(of),
    state: `'pending'`,
    method: `'bank'`,
    by_kind: `'member'`,
    business_on: `'2026-11-21'`,
  })
const withdrawal = (n: number, of: number) =>
  row('withdrawals', {
    id: uuid(n),
    reference: `'W${n}'`,
    member_id: uuid(of),
    request_key: `'W${n}'`,
    state: `'review'`,
    amount_minor: 100,
    to_bank: `'KBANK'`,
    to_account_no: `'1'`,
    to_account_name: `'x'`,
    requested_at: 'now()',
    sla_ends_at: 'now()',
    business_on: `'2026-11-21'`,
  })
export const view = (n: number, columns: Columns) =>
  row('list_views', {
    id: uuid(n),
    list: `'members'`,
    name: `'v${n}'`,
    owner_id: uuid(2),
    scope: `'private'`,
    filters: `'{}'`,
    ...columns,
  })
export const session = (n: number, of: number, columns: Columns = {}) =>
  row('sessions', {
    id: uuid(n),
    token_hash: `'${n}'`,
    kind: `'full'`,
    employee_id: uuid(of),
    address: `''`,
    device: `''`,
    idle_ends_at: `now() + interval '1 second'`,
    expires_at: `now() + interval '1 second'`,
    ...columns,
  })
export const ended = { ended_at: 'now()', ended_by: `'logout'` }

// 1 asks. 2 is a colleague. 31 and 41, … are of the seller 1, 32 and 42, … of the seller 2, 33 of nobody.
export const world = [
  aRole(100),
  aRole(101),
  aPerson(1),
  aPerson(2),
  member(31, 1),
  member(32, 2),
  member(33, null),
  deposit(41, 31),
  deposit(42, 32),
  deposit(43, 33),
  withdrawal(51, 31),
  withdrawal(52, 32),
  row('bank_accounts', {
    id: uuid(60),
    bank: `'KBANK'`,
    account_no: `'1'`,
    account_name: `'x'`,
    label: `'x'`,
    role: `'deposit'`,
    anchor_balance_minor: 0,
  }),
  row('statement_lines', {
    id: uuid(61),
    bank_account_id: uuid(60),
    direction: `'in'`,
    amount_minor: 100,
    bank_time_precision: `'none'`,
    received_at: 'now()',
    source: `'sms'`,
    dedupe_key: `'x'`,
    chain: `'noBalance'`,
    state: `'waiting'`,
    business_on: `'2026-11-21'`,
    value_on: `'2026-11-21'`,
  }),
  row('transfers', {
    id: 7,
    key: `'x'`,
    posting_id: uuid(63),
    leg_count: 1,
    kind: `'bank.opened'`,
    source_id: `'x'`,
    from_id: 1,
    to_id: 2,
    amount_minor: 100,
    currency: `'THB'`,
    business_on: `'2026-11-21'`,
    value_on: `'2026-11-21'`,
  }),
  row('chat_groups', {
    id: uuid(62),
    name: `'x'`,
    channel: `'line'`,
    target: `'x'`,
    credential: `''`,
    events: `'{}'`,
    owner_id: uuid(2),
  }),
  view(71, { owner_id: uuid(1) }),
  view(72, {}),
  aFile(81, 1),
  aFile(82, 2),
  session(91, 1),
  session(92, 2),
  session(93, 1, ended),
  anApproval(501, { requires: json({ memberManagement: { isRead: true, isUpdate: true } }) }),
  anApproval(502, {
    requires: json({ memberManagement: { isRead: true, isUpdate: true } }),
    maker_id: uuid(2),
    checker_id: uuid(1),
  }),
]
