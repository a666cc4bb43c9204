import { encodeId } from '@khlang/contract/values/values.ts'
import { betNamings, betRows } from './links/bet-links.fixture.ts'
import { dayNamings, dayRows } from './links/day-and-settings-links.fixture.ts'
import { distributorNamings, distributorRows } from './links/distributor-links.fixture.ts'
import { invoiceNamings, invoiceRows } from './links/invoice-links.fixture.ts'
import { lineNamings, lineRows } from './links/line-act-links.fixture.ts'
import { aMember, aPerson, aRole, idOf, row, uuid, type Columns } from '../../testing/world/trials.ts'

// Rows of each table that names an approval, and how each kind of `approval_links` is named there.

export const approval = uuid(500)
const [memberId, otherId] = [encodeId('member', idOf(10)), encodeId('member', idOf(11))]
export const lineId = encodeId('statementLine', idOf(20))
const accountId = encodeId('bankAccount', idOf(30))
export const depositId = encodeId('deposit', idOf(40))
const adjustmentId = encodeId('adjustment', idOf(50))
const orderId = encodeId('gatewayOrder', idOf(90))
const withdrawalId = encodeId('withdrawal', idOf(80))

export const people = [aRole(100), aRole(101), aPerson(1), aPerson(2), aPerson(3), aMember(10), aMember(11)]
export const aDeposit = (n: number, columns: Columns = {}) =>
  row('deposits', {
    id: uuid(n),
    reference: `'d${n}'`,
    member_id: uuid(10),
    state: `'pending'`,
    method: `'bank'`,
    amount_minor: 700,
    bank_account_id: uuid(30),
    statement_line_id: uuid(20),
    by_kind: `'member'`,
    business_on: 'current_date',
    ...columns,
  })
const anAdjustment = (n: number, columns: Columns = {}) =>
  row('adjustments', {
    id: uuid(n),
    reference: `'a${n}'`,
    member_id: uuid(10),
    kind: `'goodwill'`,
    amount_minor: 700,
    reason_code: `'compensation'`,
    remark_staff: `'x'`,
    maker_id: uuid(1),
    business_on: 'brand_day()',
    ...columns,
  })
const anAccount = (n: number, columns: Columns = {}) =>
  row('member_bank_accounts', {
    id: uuid(n),
    member_id: uuid(10),
    bank: `'SCB'`,
    account_no: `'1234567890'`,
    account_name: `'x y'`,
    state: `'primary'`,
    approval_id: approval,
    ...columns,
  }).replace('overriding system value', '')
export const aWithdrawal = (columns: Columns = {}) =>
  row('withdrawals', {
    id: uuid(80),
    reference: `'w80'`,
    member_id: uuid(10),
    request_key: `'w80'`,
    state: `'review'`,
    amount_minor: 700,
    to_bank: `'SCB'`,
    to_account_no: `'2222333344'`,
    to_account_name: `'x y'`,
    band: `'twoPeople'`,
    first_approved_by: uuid(1),
    sla_ends_at: 'now()',
    business_on: 'brand_day()',
    ...columns,
  }).replace('overriding system value', '')
/** The account that the withdrawal goes to. */
export const payee = anAccount(71, { approval_id: null, state: `'alias'`, account_no: `'2222333344'` })
export const ownAccount = row('bank_accounts', {
  id: uuid(30),
  bank: `'KBANK'`,
  account_no: `'1'`,
  account_name: `'x'`,
  label: `'x'`,
  role: `'deposit'`,
  anchor_balance_minor: 0,
  transfer_limit_minor: 800,
  day_limit_minor: 5000,
})
const newAccount = {
  id: uuid(32),
  bank: `'KTB'`,
  account_no: `'9'`,
  account_name: `'x'`,
  label: `'x'`,
  role: `'holding'`,
  state: `'paused'`,
  anchor_balance_minor: 700,
}
const phoneKey = row('machine_keys', {
  id: `'k'`,
  kind: `'device'`,
  subject_id: uuid(90),
  name: `'x'`,
  public_key: `decode(repeat('00', 32), 'hex')`,
}).replace('overriding system value', '')
const otherAccount = row('bank_accounts', { ...newAccount, id: uuid(33), account_no: `'8'` })
const aTransfer = row('own_transfers', {
  id: uuid(92),
  reference: `'T1'`,
  from_account_id: uuid(30),
  to_account_id: uuid(33),
  amount_minor: 700,
  purpose: `'hold'`,
  reason: `'x'`,
  maker_id: uuid(1),
  business_on: 'current_date',
})
const aDevice = row('devices', { id: uuid(90), name: `'x'`, state: `'unpaired'` })
const aRestore = row('restores', { id: uuid(60), restored_to: 'now()', source: `'x'` })
export const rows = [
  ownAccount,
  aDeposit(40),
  aDeposit(41),
  anAdjustment(50),
  aRestore,
  phoneKey,
  aDevice,
  otherAccount,
  aTransfer,
  ...dayRows,
  ...betRows,
  ...distributorRows,
  ...lineRows,
  ...invoiceRows,
]
export const decided = `state = 'approved', decision_kind = 'employee', decided_at = now(),
  decided_by = ${uuid(2)}`
export const agreed = { withdrawalId, amountMinor: 700, toBank: 'SCB', toAccountNo: '2222333344' }

export const name = (table: string, n: number, column: string, more = '') =>
  `update ${table} set ${column} = ${approval}${more} where id = ${uuid(n)}`
const about = (member: string): Columns => ({ entity: `'member'`, entity_id: `'${member}'` })

interface Naming {
  readonly kind: string
  readonly of: string
  readonly act: string
  readonly document: object
  readonly columns?: Columns
  /** The same with one word wrong, each. */
  readonly wrong: readonly object[]
  readonly wrongColumns?: readonly Columns[]
}

const account = { bank: 'SCB', accountNo: '1234567890', accountName: 'x y' }
const rights = { revealPii: false, exportData: false, seeOwnBalances: false }
const typed = { memberId, amountMinor: 700, kind: 'goodwill' }
const reversal = { id: adjustmentId, amountMinor: 700 }
export const real = { memberId, amountMinor: 700, accountId }
const sender = { accountId, source: 'sms', sender: 'SCB' }
const credited = { approval_id: approval, checker_id: uuid(2) }

export const namings: readonly Naming[] = [
  {
    kind: 'employeeRole',
    of: 'employees.role_approval_id',
    act: name('employees', 3, 'role_approval_id', `, role_id = ${uuid(101)}`),
    document: { employeeId: idOf(3), roleId: idOf(101) },
    wrong: [{ employeeId: idOf(2) }, { roleId: idOf(100) }, { employeeId: null }],
  },
  {
    kind: 'employeeLimits',
    of: 'employees.limits_approval_id',
    act: name('employees', 3, 'limits_approval_id', ', approval_limit_minor = 5'),
    document: { employeeId: idOf(3), approvalLimitMinor: 5, adjustmentPerDayMinor: null },
    wrong: [{ employeeId: idOf(2) }, { approvalLimitMinor: 6 }, { adjustmentPerDayMinor: 5 }],
  },
  {
    kind: 'otpReset',
    of: 'employees.otp_approval_id',
    act: name('employees', 3, 'otp_approval_id'),
    document: { employeeId: idOf(3) },
    wrong: [{ employeeId: idOf(2) }, { employeeId: null }],
  },
  {
    kind: 'roleChange',
    of: 'roles.approval_id',
    act: name('roles', 101, 'approval_id', `, is_admin = true`),
    document: { roleId: idOf(101), permission: {}, isAdmin: true, abilities: rights },
    wrong: [
      { roleId: idOf(100) },
      { isAdmin: false },
      { permission: { a: 1 } },
      { abilities: { ...rights, exportData: true } },
    ],
  },
  {
    kind: 'memberAccountChange',
    of: 'member_bank_accounts.approval_id',
    act: anAccount(70),
    document: account,
    columns: about(memberId),
    wrong: [{ bank: 'KBANK' }, { accountNo: '1234567891' }, { accountName: 'x z' }],
    wrongColumns: [about(otherId)],
  },
  {
    kind: 'manualCredit',
    of: 'adjustments.approval_id',
    act: anAdjustment(51, credited).replace('overriding system value', ''),
    document: typed,
    wrong: [{ memberId: otherId }, { amountMinor: 701 }, { kind: 'correction' }],
    wrongColumns: [{ maker_id: uuid(3) }, { checker_id: uuid(3) }],
  },
  {
    kind: 'manualCreditReversal',
    of: 'adjustments.reversal_approval_id',
    act: name('adjustments', 50, 'reversal_approval_id', ', reversed_at = now()'),
    document: reversal,
    wrong: [{ id: encodeId('adjustment', idOf(51)) }, { amountMinor: 701 }],
  },
  {
    kind: 'manualDeposit',
    of: 'deposits.approval_id',
    act: name('deposits', 40, 'approval_id', `, method = 'manual'`),
    document: real,
    wrong: [{ memberId: otherId }, { amountMinor: 701 }, { accountId: null }],
  },
  {
    kind: 'manualCreditReversal',
    of: 'deposits.reversal_approval_id',
    act: name('deposits', 40, 'reversal_approval_id'),
    document: { id: depositId, amountMinor: 700 },
    wrong: [{ id: encodeId('deposit', idOf(41)) }, { id: adjustmentId }, { amountMinor: 701 }],
  },
  {
    kind: 'gatewayCreditReversal',
    of: 'deposits.reversal_approval_id',
    act: name('deposits', 40, 'reversal_approval_id', `, gateway_ref = '${orderId}'`),
    document: { orderId, amountMinor: 700 },
    wrong: [{ orderId: encodeId('gatewayOrder', idOf(91)) }, { amountMinor: 701 }],
  },
  {
    kind: 'depositUnlink',
    of: 'deposits.reversal_approval_id',
    act: name('deposits', 40, 'reversal_approval_id'),
    document: { depositId },
    wrong: [{ depositId: encodeId('deposit', idOf(41)) }],
  },
  {
    kind: 'lineLink',
    of: 'deposits.link_approval_id',
    act: name('deposits', 40, 'link_approval_id'),
    document: { lineId },
    wrong: [{ lineId: encodeId('statementLine', idOf(21)) }],
  },
  {
    kind: 'withdrawalApproval',
    of: 'withdrawals.approval_id',
    act: name('withdrawals', 80, 'approval_id', `, ${decided}`),
    document: agreed,
    wrong: [
      { withdrawalId: encodeId('withdrawal', idOf(81)) },
      { amountMinor: 701 },
      { toBank: 'KBANK' },
      { toAccountNo: '2222333345' },
    ],
    wrongColumns: [{ maker_id: uuid(3) }, { checker_id: uuid(3) }],
  },
  {
    kind: 'restoredRelease',
    of: 'restores.approval_id',
    act: name('restores', 60, 'approval_id', ', released_at = now()'),
    document: { restoreId: idOf(60) },
    wrong: [{ restoreId: idOf(61) }, { restoreId: null }],
  },
  {
    kind: 'bankAccountThaw',
    of: 'bank_accounts.thaw_approval_id',
    act: name('bank_accounts', 30, 'thaw_approval_id'),
    document: { accountId },
    wrong: [{ accountId: encodeId('bankAccount', idOf(31)) }, { accountId: null }],
  },
  {
    kind: 'bankAccountSwitch',
    of: 'bank_accounts.switch_approval_id',
    act: name('bank_accounts', 30, 'switch_approval_id'),
    document: { accountId },
    wrong: [{ accountId: encodeId('bankAccount', idOf(31)) }, { accountId: null }],
  },
  {
    kind: 'bankAccountChange',
    of: 'bank_accounts.change_approval_id',
    act: name('bank_accounts', 30, 'change_approval_id', ', transfer_limit_minor = 900'),
    document: { accountId, transferLimitMinor: 900, dayLimitMinor: 5000 },
    wrong: [
      { accountId: encodeId('bankAccount', idOf(31)) },
      { accountId: null },
      { transferLimitMinor: 899 },
      { dayLimitMinor: null },
      { rail: 'another' },
    ],
  },
  {
    kind: 'bankAccountClose',
    of: 'bank_accounts.close_approval_id',
    act: name('bank_accounts', 30, 'close_approval_id', `, state = 'closed'`),
    document: { accountId },
    wrong: [{ accountId: encodeId('bankAccount', idOf(31)) }, { accountId: null }],
  },
  {
    kind: 'bankAccountAdd',
    of: 'bank_accounts.add_approval_id',
    act: row('bank_accounts', { ...newAccount, add_approval_id: approval }),
    document: {
      accountId: encodeId('bankAccount', idOf(32)),
      bank: 'KTB',
      accountNo: '9',
      accountName: 'x',
      role: 'holding',
      openingMinor: 700,
      hasBalances: true,
      usesUniqueSatang: false,
    },
    wrong: [
      { accountId: encodeId('bankAccount', idOf(31)) },
      { bank: 'KBANK' },
      { accountNo: '8' },
      { accountName: 'y' },
      { role: 'deposit' },
      { openingMinor: 701 },
      { hasBalances: false },
      { usesUniqueSatang: true },
      { transferLimitMinor: 5 },
      { dayLimitMinor: 5 },
      { rail: 'another' },
    ],
  },
  {
    kind: 'ownTransfer',
    of: 'own_transfers.approval_id',
    act: name('own_transfers', 92, 'approval_id', `, state = 'approved'`),
    document: {
      transferId: encodeId('ownTransfer', idOf(92)),
      fromId: accountId,
      toId: encodeId('bankAccount', idOf(33)),
      amountMinor: 700,
    },
    wrong: [
      { transferId: encodeId('ownTransfer', idOf(93)) },
      { fromId: encodeId('bankAccount', idOf(33)) },
      { toId: accountId },
      { amountMinor: 701 },
    ],
  },
  {
    kind: 'deviceTrust',
    of: 'devices.trust_approval_id',
    act: name(
      'devices',
      90,
      'trust_approval_id',
      `, key_id = 'k', senders = '${JSON.stringify([sender])}'`,
    ),
    document: { deviceId: encodeId('device', idOf(90)), keyId: 'k', senders: [sender] },
    wrong: [
      { deviceId: encodeId('device', idOf(91)) },
      { keyId: 'l' },
      { keyId: null },
      { senders: [] },
      { senders: [sender, { ...sender, source: 'push' }] },
      { senders: [{ ...sender, accountId: encodeId('bankAccount', idOf(31)) }] },
    ],
  },
  ...dayNamings,
  ...betNamings,
  ...distributorNamings,
  ...lineNamings,
  ...invoiceNamings,
]
