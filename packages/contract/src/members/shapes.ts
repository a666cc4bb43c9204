import { z } from 'zod'
import { memberStates, sourceChannels, waitingChanges } from '../values/value-lists.ts'
import { AmountMinor, BirthOn, DateOn, Instant, Search, SignedMinor, idOf, line } from '../values/values.ts'

export const BankCode = z.string().regex(/^[A-Z]{2,10}$/)
export const AccountNo = z.string().regex(/^[0-9]{8,16}$/, 'invalidFormat')
export const Username = z.string().regex(/^[a-z0-9]{4,20}$/, 'invalidFormat')
export const Phone = z.string().regex(/^\+[0-9]{8,15}$/, 'invalidFormat')
export const nothing = z.strictObject({})

/** A bank account as a screen shows it: masked unless revealed by a call of its own. */
const MemberAccount = z.strictObject({
  id: idOf('memberBankAccount'),
  bank: BankCode,
  accountNoMasked: z.string(),
  accountName: z.string(),
  state: z.enum(['primary', 'alias', 'refused']),
  since: Instant,
  until: Instant.nullable(),
  /** Who entered it: the maker of its change, of the first one who registered the member; null: the site. */
  askedBy: z.string().nullable(),
  /** Who approved its change; null for the first account. */
  approvedBy: z.string().nullable(),
  /** Why it was changed to. */
  reason: z.string().nullable(),
})

export const MemberRow = z.strictObject({
  id: idOf('member'),
  username: z.string(),
  name: z.string(),
  phoneMasked: z.string(),
  bank: BankCode.nullable(),
  accountNoMasked: z.string().nullable(),
  level: z.int(),
  tags: z.array(z.string()),
  state: z.enum(memberStates),
  balanceMinor: SignedMinor,
  depositMinor: SignedMinor,
  withdrawalMinor: SignedMinor,
  netMinor: SignedMinor,
  lastDepositAt: Instant.nullable(),
  lastLoginAt: Instant.nullable(),
  /** A change of bank account waits for a second person, and whose it is for the reader. */
  waitingChange: z.enum(waitingChanges).nullable(),
  createdAt: Instant,
  version: z.int(),
})

export const flags = {
  canLogin: z.boolean(),
  canDeposit: z.boolean(),
  canWithdraw: z.boolean(),
  canBet: z.boolean(),
  isAutoWithdraw: z.boolean(),
}
export const limits = {
  withdrawalMinMinor: AmountMinor.nullable(),
  withdrawalMaxMinor: AmountMinor.nullable(),
  withdrawalDayMinor: AmountMinor.nullable(),
  withdrawalDayCount: z.int().min(1).max(1000).nullable(),
}

export const MemberDetail = MemberRow.extend({
  ...flags,
  ...limits,
  firstName: z.string(),
  lastName: z.string(),
  lineId: z.string().nullable(),
  email: z.string().nullable(),
  birthOn: BirthOn.nullable(),
  sourceChannel: z.enum(sourceChannels),
  stateReason: z.string().nullable(),
  lockedMinor: SignedMinor,
  depositCount: z.int(),
  withdrawalCount: z.int(),
  firstDepositAt: Instant.nullable(),
  /** Withdrawals are held until then because the bank account changed. */
  withdrawHoldUntil: Instant.nullable(),
  seller: z.strictObject({ id: idOf('employee'), name: z.string() }).nullable(),
  referrer: z.strictObject({ id: idOf('member'), username: z.string() }).nullable(),
  /** Why money cannot leave now, as codes of the withdrawal checks; empty when it can. */
  withdrawBlocks: z.array(z.string()),
  pendingChange: z
    .strictObject({ id: idOf('approval'), kind: z.string(), maker: z.string(), createdAt: Instant })
    .nullable(),
  accounts: z.array(MemberAccount),
})

export const memberFilter = {
  search: Search.optional(),
  state: z.array(z.enum(memberStates)).max(10).optional(),
  level: z.int().min(0).max(99).optional(),
  tag: line(30).optional(),
  bank: BankCode.optional(),
  source: z.enum(sourceChannels).optional(),
  registeredFrom: DateOn.optional(),
  registeredTo: DateOn.optional(),
  hasNeverDeposited: z.boolean().optional(),
  accountChange: z.enum(waitingChanges).optional(),
  balanceMinMinor: z.int().min(0).optional(),
  balanceMaxMinor: z.int().min(0).optional(),
}

export const bankAccountInput = { bank: BankCode, accountNo: AccountNo, accountName: line(120, 2) }
