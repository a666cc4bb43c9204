import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { FieldErrors } from '../../../lib/form/form-spec.ts'
import type { Account } from './account-shapes.ts'

type Update = InputOf<CallOf<'paymentAutos.update'>>

/** What the sheet holds, as typed. */
export interface SettingsDraft {
  readonly label: string
  readonly priority: string
  /** Empty: whoever pays out does it by hand. */
  readonly rail: string
  readonly transferLimitMinor: number | null
  readonly dayLimitMinor: number | null
  readonly lowBalanceMinor: number | null
  readonly highBalanceMinor: number | null
  /** Empty: nothing is proposed. */
  readonly sweepToId: string
  readonly sweepKeepMinor: number | null
  readonly usesUniqueSatang: boolean
}

export const draftOf = (account: Account): SettingsDraft => ({
  label: account.label,
  priority: String(account.priority),
  rail: account.rail?.name ?? '',
  transferLimitMinor: account.transferLimitMinor,
  dayLimitMinor: account.dayLimitMinor,
  lowBalanceMinor: account.lowBalanceMinor,
  highBalanceMinor: account.highBalanceMinor,
  sweepToId: account.sweep?.toId ?? '',
  sweepKeepMinor: account.sweep?.keepMinor ?? null,
  usesUniqueSatang: account.usesUniqueSatang,
})

export const settingsOf = (draft: SettingsDraft): Omit<Update, 'id' | 'version' | 'reason'> => ({
  ...draft,
  label: draft.label.trim(),
  priority: Number(draft.priority),
  rail: draft.rail === '' ? null : draft.rail,
  sweepToId: draft.sweepToId === '' ? null : draft.sweepToId,
  sweepKeepMinor: draft.sweepToId === '' ? null : (draft.sweepKeepMinor ?? 0),
})

const isRaised = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

/** Whether the server will ask a second person: more could leave the account, or by another way. Pure. */
export const isLoosened = (account: Account, draft: SettingsDraft): boolean =>
  (account.rail?.name ?? '') !== draft.rail ||
  isRaised(account.transferLimitMinor, draft.transferLimitMinor) ||
  isRaised(account.dayLimitMinor, draft.dayLimitMinor)

/** What no limit of the contract tells: levels that do not fit each other. */
export function settingsErrors(draft: SettingsDraft): FieldErrors<SettingsDraft> {
  const { lowBalanceMinor: low, highBalanceMinor: high, sweepToId, sweepKeepMinor: keep } = draft
  return {
    ...(low !== null && high !== null && low > high ? { highBalanceMinor: 'fieldError.highBalance' } : {}),
    ...(sweepToId !== '' && high === null ? { highBalanceMinor: 'fieldError.sweepLevel' } : {}),
    ...(sweepToId !== '' && high !== null && (keep ?? 0) > high
      ? { sweepKeepMinor: 'fieldError.sweepKeep' }
      : {}),
  }
}
