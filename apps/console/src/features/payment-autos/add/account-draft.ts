import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { FieldErrors } from '../../../lib/form/form-spec.ts'
import type { Account } from '../list/account-shapes.ts'

export type NewAccount = InputOf<CallOf<'paymentAutos.create'>>
export type AccountRole = NewAccount['role']

/** What the form holds, as typed. */
export interface NewAccountDraft {
  readonly bank: string | null
  readonly accountNo: string
  readonly accountName: string
  /** Null until somebody types it; until then it follows the bank and the role. */
  readonly label: string | null
  readonly role: AccountRole
  /** Null until somebody types it; until then it follows the role. */
  readonly priority: string | null
  readonly usesUniqueSatang: boolean
  readonly openingMinor: number | null
  readonly hasBalances: boolean
  /** Empty: whoever pays out does it by hand. */
  readonly rail: string
  readonly transferLimitMinor: number | null
  readonly dayLimitMinor: number | null
  readonly reason: string
}

export const emptyAccount: NewAccountDraft = {
  bank: null,
  accountNo: '',
  accountName: '',
  label: null,
  role: 'deposit',
  priority: null,
  usesUniqueSatang: false,
  openingMinor: null,
  hasBalances: true,
  rail: '',
  transferLimitMinor: null,
  dayLimitMinor: null,
  reason: '',
}

/** Banks whose messages say what came and not what is left. */
const withoutBalances: readonly (string | null)[] = ['TMW']

/** Banks whose SMS say how much came in, and never from whom. */
const withoutPayers: readonly string[] = ['KTB', 'BAY']
export const tellsNoPayer = (bank: string): boolean => withoutPayers.includes(bank)

/**
 * Another bank, and with it whether its messages tell the balance, and whether satang must tell whose money
 * it is: where no message names a payer, nothing else credits by itself.
 */
export const withBank = (bank: string | null) => ({
  bank,
  hasBalances: !withoutBalances.includes(bank),
  usesUniqueSatang: bank !== null && tellsNoPayer(bank),
})

/** A name that none of ours has yet: `SCB ฝาก`, else `SCB ฝาก 2` and so on. Pure. */
export function freeLabel(label: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? label : `${label} ${number}`
    if (!taken.includes(tried)) return tried
  }
}

type Placed = Pick<Account, 'id' | 'role' | 'state' | 'takesIn' | 'priority'>

/**
 * Where a new account stands: members are shown the first deposit account alone, so one that is added comes
 * before the others; of other roles it comes after them. Pure.
 */
export function usualPriority(role: AccountRole, known: readonly Placed[]): number {
  if (role !== 'deposit') return 100
  const others = known.filter((one) => one.role === role && one.state !== 'closed')
  return Math.max(1, Math.min(101, ...others.map(({ priority }) => priority)) - 1)
}

/** Whether one comes first: by its order, and of two alike the one that was added before. Pure. */
const isBefore = (one: Placed, other: Placed): boolean =>
  one.priority < other.priority || (one.priority === other.priority && one.id < other.id)

/** Those that members are shown in its place, while they take money in. Pure. */
export const shownBefore = <A extends Placed>(account: Placed, known: readonly A[]): A[] =>
  known.filter(
    (one) => one.role === 'deposit' && one.state === 'active' && one.takesIn && isBefore(one, account),
  )

/** The call's input: what the role has no use for is left out, whatever was typed before it was chosen. */
export function newAccountOf(
  draft: NewAccountDraft,
  usual: { readonly label: string; readonly priority: number },
): NewAccount {
  const { bank, role, accountNo, hasBalances } = draft
  const isPaying = role === 'withdrawal'
  return {
    bank: bank ?? '',
    accountNo,
    accountName: draft.accountName.trim(),
    label: (draft.label ?? usual.label).trim(),
    role,
    priority: Number(draft.priority ?? usual.priority),
    openingMinor: draft.openingMinor ?? 0,
    hasBalances,
    usesUniqueSatang: role === 'deposit' && draft.usesUniqueSatang,
    rail: isPaying && draft.rail !== '' ? draft.rail : null,
    transferLimitMinor: isPaying ? draft.transferLimitMinor : null,
    dayLimitMinor: isPaying ? draft.dayLimitMinor : null,
    reason: draft.reason.trim(),
  }
}

/** What no limit tells: a bank that is not chosen, and a balance that is not typed, which is no zero. */
export function accountErrors({ bank, openingMinor }: NewAccountDraft): FieldErrors<NewAccountDraft> {
  return {
    ...(bank === null ? { bank: 'fieldError.bank' } : {}),
    ...(openingMinor === null ? { openingMinor: 'fieldError.openingMinor' } : {}),
  }
}
