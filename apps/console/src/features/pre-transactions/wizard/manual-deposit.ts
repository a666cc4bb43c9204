import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { FieldErrors, FormSpec } from '../../../lib/form/form-spec.ts'
import { bangkokFields, type Slip } from '../slips/slip-shapes.ts'
import { bangkokInstant, readClock } from '../missing/missing-verdict.ts'

type DepositInput = InputOf<CallOf<'preTransactions.createDeposit'>>
export type DepositPreview = OutputOf<CallOf<'preTransactions.previewDeposit'>>
export type DepositKind = DepositInput['kind']
export type DepositReason = DepositInput['reasonCode']

/** The reasons that fit a kind; the first stands in the form until another is chosen. */
export const reasonsOf: Readonly<Record<DepositKind, readonly DepositReason[]>> = {
  realDeposit: ['systemMissedDeposit', 'test'],
  goodwill: ['compensation', 'eventPrize', 'test'],
  correction: ['correction', 'compensation', 'test'],
}
export const depositKinds = ['realDeposit', 'goodwill', 'correction'] as const satisfies DepositKind[]

export interface DepositForm {
  kind: DepositKind
  amountMinor: number | null
  accountId: string
  on: string | null
  clock: string
  reasonCode: DepositReason
  remarkMember: string
  remarkStaff: string
  /** The slip that was shown for it; of real money alone. */
  slip: Slip | null
}

export const emptyDeposit = (amountMinor: number | null): DepositForm => ({
  kind: 'realDeposit',
  amountMinor,
  accountId: '',
  on: null,
  clock: '',
  reasonCode: 'systemMissedDeposit',
  remarkMember: '',
  remarkStaff: '',
  slip: null,
})

/** What is wrong that no limit tells: only real money has a place and a time, and a time has its day. */
function depositFieldErrors({ kind, accountId, on, clock }: DepositForm): FieldErrors<DepositForm> {
  if (kind !== 'realDeposit') return {}
  const account = accountId === '' ? { accountId: 'manual.fieldError.accountId' } : {}
  if (clock.trim() === '') return account
  // Such a time would be left out without a word.
  if (readClock(clock) === null) return { ...account, clock: 'manual.fieldError.clock' }
  return on === null ? { ...account, on: 'manual.fieldError.on' } : account
}

export const depositFormOf = (
  memberId: string,
): FormSpec<'preTransactions.createDeposit', DepositForm> => ({
  call: 'preTransactions.createDeposit',
  area: 'pre-transactions',
  fieldErrorKey: (field) => `manual.fieldError.${field}`,
  start: emptyDeposit(null),
  input: (form) => {
    const bankTime = bangkokInstant(form.on, form.clock)
    const toMember = form.remarkMember.trim()
    return {
      memberId,
      amountMinor: form.amountMinor ?? 0,
      kind: form.kind,
      reasonCode: form.reasonCode,
      remarkStaff: form.remarkStaff.trim(),
      ...(form.accountId === '' ? {} : { accountId: form.accountId }),
      ...(bankTime === null ? {} : { bankTime }),
      ...(toMember === '' ? {} : { remarkMember: toMember }),
      ...(form.slip === null ? {} : { slipId: form.slip.id }),
    }
  },
  fieldErrors: depositFieldErrors,
  refreshes: ['preTransactions', 'members'],
})

/** Another kind of deposit has other reasons, and only real money has an account and a time. */
export function withKind(form: DepositForm, kind: DepositKind): DepositForm {
  const [first = 'correction'] = reasonsOf[kind]
  const reasonCode = reasonsOf[kind].includes(form.reasonCode) ? form.reasonCode : first
  return kind === 'realDeposit'
    ? { ...form, kind, reasonCode }
    : { ...form, kind, reasonCode, accountId: '', on: null, clock: '', slip: null }
}

/** What the bank tells of a slip's transfer stands in the fields; a person may change it still. Pure. */
export const withSlip = (
  slip: Slip | null,
  accounts: DepositPreview['accounts'],
): Partial<DepositForm> => ({
  slip,
  ...(slip?.told && {
    amountMinor: slip.told.amountMinor,
    ...bangkokFields(slip.told.at),
    ...(accounts.some(({ id }) => id === slip.accountId) && { accountId: slip.accountId ?? '' }),
  }),
})
