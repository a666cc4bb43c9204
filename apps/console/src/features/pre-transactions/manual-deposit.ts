import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/define.ts'
import { readClock } from './missing-verdict.ts'

export type DepositInput = InputOf<CallOf<'preTransactions.createDeposit'>>
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
})

/** Fields that still lack something, by the keys of their texts under `manual.errors`. */
export function depositErrors(form: DepositForm): Partial<Record<keyof DepositForm, string>> {
  return {
    ...(form.amountMinor === null ? { amountMinor: 'amount' } : {}),
    ...(form.kind === 'realDeposit' && form.accountId === '' ? { accountId: 'account' } : {}),
    ...(form.kind === 'realDeposit' ? timeErrors(form) : {}),
    ...(form.remarkStaff.trim().length < 3 ? { remarkStaff: 'remark' } : {}),
  }
}

/** A time that cannot be read, or without its day, would be left out without a word. */
function timeErrors({ on, clock }: DepositForm): { on?: string; clock?: string } {
  if (clock.trim() === '') return {}
  if (readClock(clock) === null) return { clock: 'clock' }
  return on === null ? { on: 'on' } : {}
}

/** Another kind of deposit has other reasons, and only real money has an account and a time. */
export function withKind(form: DepositForm, kind: DepositKind): DepositForm {
  const [first = 'correction'] = reasonsOf[kind]
  const reasonCode = reasonsOf[kind].includes(form.reasonCode) ? form.reasonCode : first
  return kind === 'realDeposit'
    ? { ...form, kind, reasonCode }
    : { ...form, kind, reasonCode, accountId: '', on: null, clock: '' }
}
