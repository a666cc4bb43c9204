import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { FieldErrors } from '../../lib/form/form-spec.ts'
import type { Purpose, Source, Template } from './transfer-shapes.ts'

/** What the form holds, as typed. */
export interface TransferDraft {
  readonly fromId: string | null
  readonly toId: string | null
  /** All above what stays, in place of an amount. */
  readonly isAll: boolean
  readonly amountMinor: number | null
  readonly keepMinor: number | null
  /** Null until somebody chooses it; until then it follows the account that is paid into. */
  readonly purpose: Purpose | null
  readonly reason: string
}

export const emptyTransfer: TransferDraft = {
  fromId: null,
  toId: null,
  isAll: false,
  amountMinor: null,
  keepMinor: null,
  purpose: null,
  reason: '',
}

/** The two accounts of a draft, as far as they are chosen and known. */
export interface Ends {
  readonly from: Source | undefined
  readonly to: Source | undefined
}
export const endsOf = (
  draft: Pick<TransferDraft, 'fromId' | 'toId'>,
  sources: readonly Source[],
): Ends => ({
  from: sources.find(({ id }) => id === draft.fromId),
  to: sources.find(({ id }) => id === draft.toId),
})

const usual: Readonly<Record<Source['role'], Purpose>> = {
  deposit: 'collect',
  withdrawal: 'topUp',
  holding: 'hold',
}

/** What it is for: as chosen, else what money usually goes to such an account for. Pure. */
export const purposeOf = ({ purpose }: TransferDraft, { to }: Ends): Purpose =>
  purpose ?? (to ? usual[to.role] : 'topUp')

/** What would be sent now: as typed, or all above what stays as far as it is known; null where it is not. */
export const amountOf = ({ isAll, amountMinor, keepMinor }: TransferDraft, { from }: Ends): number | null =>
  isAll ? (from && keepMinor !== null ? allAbove(from, keepMinor) : null) : amountMinor

export const newTransferOf = (
  draft: TransferDraft,
  ends: Ends,
): InputOf<CallOf<'ownTransfers.create'>> => ({
  fromId: draft.fromId ?? '',
  toId: draft.toId ?? '',
  amountMinor: amountOf(draft, ends) ?? 0,
  ...(draft.isAll && draft.keepMinor !== null ? { keepMinor: draft.keepMinor } : {}),
  purpose: purposeOf(draft, ends),
  reason: draft.reason.trim(),
})

/** The form as a template fills it in. Pure. */
export const draftOf = (template: Template): TransferDraft => {
  const { fromId, toId, amountMinor, keepMinor, purpose, reason } = template
  return { fromId, toId, isAll: keepMinor !== null, amountMinor, keepMinor, purpose, reason }
}

/** Chooses an account for one end. The account of the other end goes over to this one: they change places. */
export function chosen(draft: TransferDraft, end: 'fromId' | 'toId', id: string): Partial<TransferDraft> {
  const other = end === 'fromId' ? 'toId' : 'fromId'
  return draft[other] === id ? { [end]: id, [other]: draft[end] } : { [end]: id }
}

/**
 * All that lies above what stays, as far as the limits let it go at once: the same as the server's; null
 * where the balance is not known. Pure.
 */
function allAbove(
  { balanceMinor, transferLimitMinor, leftTodayMinor }: Source,
  keepMinor: number,
): number | null {
  if (balanceMinor === null) return null
  const most = Math.min(transferLimitMinor ?? Infinity, leftTodayMinor ?? Infinity)
  return Math.max(0, Math.min(balanceMinor - keepMinor, most))
}

/** `tooMuch` hides from who may not see balances whether it is the balance or the limit of the day. */
export type Refusal =
  | 'sameAccount'
  | 'frozen'
  | 'paysNothing'
  | 'balance'
  | 'transferLimit'
  | 'dayLimit'
  | 'tooMuch'
  | 'balanceMoved'
  | 'unseen'

/** Why the server would refuse it, in its order; null where it would not, as far as is known. Pure. */
export function refusalOf({ from, to }: Ends, amountMinor: number | null): Refusal | null {
  if (from && from.id === to?.id) return 'sameAccount'
  if (from?.state === 'frozen' || to?.state === 'frozen') return 'frozen'
  if (from?.paysOut === false) return 'paysNothing'
  if (!from || amountMinor === null) return null
  const { transferLimitMinor, leftTodayMinor, balanceMinor } = from
  if (transferLimitMinor !== null && amountMinor > transferLimitMinor) return 'transferLimit'
  if (leftTodayMinor !== null && amountMinor > leftTodayMinor) return 'dayLimit'
  return balanceMinor !== null && amountMinor > balanceMinor ? 'balance' : null
}

/** The field where a refusal is said. Pure. */
export function fieldOfRefusal(
  why: Refusal,
  { from }: Ends,
  { isAll }: Pick<TransferDraft, 'isAll'>,
): 'fromId' | 'toId' | 'amountMinor' | 'keepMinor' {
  if (why === 'sameAccount') return 'toId'
  if (why === 'paysNothing') return 'fromId'
  if (why === 'frozen') return from?.state === 'frozen' ? 'fromId' : 'toId'
  return isAll ? 'keepMinor' : 'amountMinor'
}

/** What is not filled in yet. Pure. */
export function missingOf(draft: TransferDraft): FieldErrors<TransferDraft> {
  const { fromId, toId, isAll, amountMinor, keepMinor } = draft
  return {
    ...(fromId === null ? { fromId: 'fieldError.fromId' } : {}),
    ...(toId === null ? { toId: 'fieldError.toId' } : {}),
    ...(!isAll && amountMinor === null ? { amountMinor: 'fieldError.amountMinor' } : {}),
    ...(isAll && keepMinor === null ? { keepMinor: 'fieldError.keepMinor' } : {}),
  }
}

/** What no limit of the contract tells: what is missing, and what the server would refuse. */
export function transferErrors(draft: TransferDraft, ends: Ends): FieldErrors<TransferDraft> {
  const amountMinor = amountOf(draft, ends)
  const why = refusalOf(ends, amountMinor)
  return {
    ...(why === null ? {} : { [fieldOfRefusal(why, ends, draft)]: `refused.${why}` }),
    ...(draft.isAll && amountMinor === 0 ? { keepMinor: 'form.comesNothing' } : {}),
    ...(draft.isAll && ends.from?.balanceMinor === null ? { keepMinor: 'refused.unseen' } : {}),
    ...missingOf(draft),
  }
}
