import { encodeId } from '@khlang/contract/values/values.ts'
import { anApproval, idOf, row, uuid, type Columns } from '../../../testing/world/trials.ts'

// Of `approval-links.fixture.ts`: what people do with a line, and what such acts rest on.

const approval = uuid(500)
const [memberId, otherId] = [encodeId('member', idOf(10)), encodeId('member', idOf(11))]
const lineId = encodeId('statementLine', idOf(20))
const accountId = encodeId('bankAccount', idOf(30))
const name = (table: string, n: number, column: string, more: string) =>
  `update ${table} set ${column} = ${approval}${more} where id = ${uuid(n)}`
const aDepositRow = (columns: Columns) =>
  row('deposits', {
    id: uuid(45),
    reference: `'d45'`,
    member_id: uuid(10),
    method: `'bank'`,
    bank_account_id: uuid(30),
    business_on: 'current_date',
    ...columns,
  })
const openLineId = encodeId('statementLine', idOf(22))
const aLine = row('statement_lines', {
  id: uuid(22),
  bank_account_id: uuid(30),
  direction: `'in'`,
  amount_minor: 700,
  bank_time_precision: `'none'`,
  received_at: 'now()',
  source: `'sms'`,
  dedupe_key: `'22'`,
  chain: `'linked'`,
  state: `'unmatched'`,
  business_on: 'current_date',
  value_on: 'current_date',
})
const sharedLineId = encodeId('statementLine', idOf(23))
const aSharedLine = row('statement_lines', {
  id: uuid(23),
  bank_account_id: uuid(30),
  direction: `'in'`,
  amount_minor: 700,
  bank_time_precision: `'none'`,
  received_at: 'now()',
  source: `'sms'`,
  dedupe_key: `'23'`,
  chain: `'linked'`,
  state: `'manualMatched'`,
  business_on: 'current_date',
  value_on: 'current_date',
  version: 2,
})
const aRule = {
  name: `'x'`,
  direction: `'out'`,
  category: `'bankFee'`,
  texts: `'{fee}'`,
  max_minor: 700,
  maker_id: uuid(1),
}
const aBooking = row('line_bookings', {
  id: uuid(97),
  line_id: uuid(23),
  category: `'interest'`,
  amount_minor: 700,
  maker_id: uuid(1),
})
const twinId = encodeId('statementLine', idOf(24))
const doubleId = encodeId('statementLine', idOf(25))
const mergedId = encodeId('statementLine', idOf(26))
const lineOfMerge = (n: number, columns: Columns = {}) =>
  row('statement_lines', {
    id: uuid(n),
    bank_account_id: uuid(30),
    direction: `'in'`,
    amount_minor: 900,
    bank_time_precision: `'none'`,
    received_at: 'now()',
    source: `'sms'`,
    dedupe_key: `'${n}'`,
    chain: `'noBalance'`,
    state: `'unmatched'`,
    business_on: 'current_date',
    value_on: 'current_date',
    ...columns,
  })
const aMerge = (n: number, line: number, columns: Columns) =>
  row('line_merges', {
    id: uuid(n),
    line_id: uuid(line),
    into_id: uuid(24),
    amount_minor: 900,
    was_received: false,
    maker_id: uuid(1),
    reason: `'x'`,
    ...columns,
  })
const lineBecomes = (n: number, state: string, reason: string) =>
  `; update statement_lines set state = '${state}', reason = '${reason}' where id = ${uuid(n)}`
const anEntry = row('blacklist', {
  id: uuid(99),
  kind: `'phone'`,
  value: `'+66812345678'`,
  source: `'own'`,
  reason: `'x'`,
})

const [gatewayId, otherGatewayId] = [encodeId('gateway', idOf(95)), encodeId('gateway', idOf(96))]
/** What the gateway owes, to the satang. */
const owedMoney = row('accounts', {
  id: 9001,
  code: `'gw:${gatewayId}:receivable'`,
  kind: `'asset'`,
  currency: `'THB'`,
  mode: `'house'`,
  balance_minor: -700,
})
const aSettlement = (n: number, lineNo: number, columns: Columns = {}) =>
  row('gateway_settlements', {
    id: uuid(n),
    line_id: uuid(lineNo),
    gateway_id: uuid(95),
    amount_minor: 700,
    due_minor: 700,
    maker_id: uuid(1),
    approval_id: approval,
    reason: `'x'`,
    value_on: 'current_date',
    business_on: 'current_date',
    ...columns,
  })

/** An outgoing line, and the payout that it was taken for. */
const [paidLineId, paidId] = [encodeId('statementLine', idOf(27)), encodeId('withdrawal', idOf(81))]
const aPaidLine = lineOfMerge(27, {
  direction: `'out'`,
  amount_minor: 700,
  state: `'settled'`,
  bank_account_id: uuid(30),
})
const aPaidWithdrawal = row('withdrawals', {
  id: uuid(81),
  reference: `'w81'`,
  member_id: uuid(10),
  request_key: `'w81'`,
  state: `'paid'`,
  amount_minor: 700,
  to_bank: `'SCB'`,
  to_account_no: `'2222333344'`,
  to_account_name: `'x y'`,
  band: `'auto'`,
  decision_kind: `'auto'`,
  settled_line_id: uuid(27),
  sla_ends_at: 'now()',
  business_on: 'brand_day()',
}).replace('overriding system value', '')

export const lineRows = [
  aLine,
  aSharedLine,
  aBooking,
  anEntry,
  owedMoney,
  anApproval(502),
  aSettlement(111, 23, { approval_id: uuid(502) }),
  lineOfMerge(24),
  lineOfMerge(25),
  lineOfMerge(26, { state: `'duplicate'`, reason: `'merged'` }),
  anApproval(503, { kind: `'lineMerge'` }),
  aMerge(101, 26, { approval_id: uuid(503) }),
  aPaidLine,
  aPaidWithdrawal,
]

export const lineNamings = [
  {
    kind: 'lineRefund',
    of: 'line_refunds.approval_id',
    act: row('line_refunds', {
      id: uuid(94),
      line_id: uuid(22),
      bank_account_id: uuid(30),
      amount_minor: 700,
      to_bank: `'SCB'`,
      to_account_no: `'2222333344'`,
      to_name: `'x'`,
      reason: `'x'`,
      maker_id: uuid(1),
      approval_id: approval,
      business_on: 'current_date',
    }),
    document: {
      lineId: openLineId,
      accountId,
      amountMinor: 700,
      toBank: 'SCB',
      toAccountNo: '2222333344',
      toName: 'x',
    },
    wrong: [
      { lineId },
      { accountId: encodeId('bankAccount', idOf(33)) },
      { amountMinor: 701 },
      { toBank: 'KBANK' },
      { toAccountNo: '2222333345' },
      { toName: 'y' },
    ],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'lineBooking',
    of: 'line_bookings.approval_id',
    act: row('line_bookings', {
      id: uuid(96),
      line_id: uuid(22),
      category: `'interest'`,
      amount_minor: 700,
      maker_id: uuid(1),
      approval_id: approval,
    }),
    document: { lineId: openLineId, category: 'interest', amountMinor: 700 },
    wrong: [{ lineId }, { category: 'feeIncome' }, { amountMinor: 701 }],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'lineUnbook',
    of: 'line_bookings.reversal_approval_id',
    act: name('line_bookings', 97, 'reversal_approval_id', ', reversed_at = now()'),
    document: { lineId: sharedLineId, amountMinor: 700 },
    wrong: [{ lineId: openLineId }, { amountMinor: 701 }],
  },
  {
    kind: 'lineSettlement',
    of: 'gateway_settlements.approval_id',
    act: aSettlement(110, 22),
    document: { lineId: openLineId, lineVersion: 1, gatewayId, amountMinor: 700 },
    wrong: [{ lineId }, { gatewayId: otherGatewayId }, { amountMinor: 701 }],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'lineUnpay',
    of: 'payout_unlinks.approval_id',
    act: row('payout_unlinks', {
      id: uuid(112),
      line_id: uuid(27),
      withdrawal_id: uuid(81),
      amount_minor: 700,
      approval_id: approval,
      reason: `'x'`,
    }),
    document: { lineId: paidLineId, lineVersion: 1, withdrawalId: paidId, amountMinor: 700 },
    wrong: [{ lineId }, { withdrawalId: encodeId('withdrawal', idOf(82)) }, { amountMinor: 701 }],
  },
  {
    kind: 'lineUnsettle',
    of: 'gateway_settlements.reversal_approval_id',
    act: name('gateway_settlements', 111, 'reversal_approval_id', ', reversed_at = now()'),
    document: { lineId: sharedLineId, gatewayId, amountMinor: 700 },
    wrong: [{ lineId: openLineId }, { gatewayId: otherGatewayId }, { amountMinor: 701 }],
  },
  {
    kind: 'lineMerge',
    of: 'line_merges.approval_id',
    act: aMerge(100, 25, { approval_id: approval }) + lineBecomes(25, 'duplicate', 'merged'),
    document: { lineId: doubleId, intoId: twinId, amountMinor: 900 },
    wrong: [{ lineId }, { intoId: lineId }, { amountMinor: 901 }],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'lineUnmerge',
    of: 'line_merges.reversal_approval_id',
    act:
      name('line_merges', 101, 'reversal_approval_id', ', reversed_at = now()') +
      lineBecomes(26, 'unlinked', 'undone'),
    document: { lineId: mergedId, intoId: twinId, amountMinor: 900 },
    wrong: [{ lineId: doubleId }, { intoId: doubleId }, { amountMinor: 901 }],
  },
  {
    kind: 'bookingRule',
    of: 'booking_rules.approval_id',
    act: row('booking_rules', { ...aRule, id: uuid(98), approval_id: approval }),
    document: {
      ruleId: encodeId('bookingRule', idOf(98)),
      name: 'x',
      direction: 'out',
      category: 'bankFee',
      texts: ['fee'],
      maxMinor: 700,
    },
    wrong: [
      { ruleId: encodeId('bookingRule', idOf(99)) },
      { name: 'y' },
      { direction: 'in' },
      { category: 'tax' },
      { texts: ['fees'] },
      { maxMinor: 701 },
      { amountMinor: 5 },
      { channel: 'ATM' },
      { bank: 'SCB' },
      { accountId },
    ],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
  {
    kind: 'blacklistRemoval',
    of: 'blacklist.removal_approval_id',
    act: name('blacklist', 99, 'removal_approval_id', ', removed_at = now()'),
    document: { entryId: encodeId('blacklistEntry', idOf(99)) },
    wrong: [{ entryId: encodeId('blacklistEntry', idOf(98)) }],
  },
  {
    kind: 'lineSplit',
    of: 'line_splits.approval_id',
    act: `${row('line_splits', {
      id: uuid(95),
      line_id: uuid(23),
      amount_minor: 700,
      maker_id: uuid(1),
      approval_id: approval,
      reason: `'x'`,
    })} ${aDepositRow({
      state: `'credited'`,
      statement_line_id: uuid(23),
      split_id: uuid(95),
      amount_minor: 700,
      by_kind: `'employee'`,
      by_id: uuid(1),
      credited_at: 'now()',
    })}`,
    document: {
      lineId: sharedLineId,
      lineVersion: 1,
      amountMinor: 700,
      parts: [{ memberId, amountMinor: 700, score: 0 }],
    },
    wrong: [
      { lineId },
      { lineVersion: 2 },
      { amountMinor: 701 },
      { parts: [{ memberId, amountMinor: 701, score: 0 }] },
      { parts: [{ memberId: otherId, amountMinor: 700, score: 0 }] },
      { parts: [] },
    ],
    wrongColumns: [{ maker_id: uuid(3), checker_id: uuid(2) }],
  },
]
