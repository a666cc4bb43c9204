import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import type { FieldErrors } from '../../lib/form/form-spec.ts'
import type { Purpose, Source } from './transfer-shapes.ts'

/** What the form holds, as typed. */
export interface TransferDraft {
  readonly fromId: string | null
  readonly toId: string | null
  readonly amountMinor: number | null
  /** Null until somebody chooses it; until then it follows the account that is paid into. */
  readonly purpose: Purpose | null
  readonly reason: string
}

export const emptyTransfer: TransferDraft = {
  fromId: null,
  toId: null,
  amountMinor: null,
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

export const newTransferOf = (
  draft: TransferDraft,
  purpose: Purpose,
): InputOf<CallOf<'ownTransfers.create'>> => ({
  fromId: draft.fromId ?? '',
  toId: draft.toId ?? '',
  amountMinor: draft.amountMinor ?? 0,
  purpose,
  reason: draft.reason.trim(),
})

/** Chooses an account for one end. The account of the other end goes over to this one: they change places. */
export function chosen(draft: TransferDraft, end: 'fromId' | 'toId', id: string): Partial<TransferDraft> {
  const other = end === 'fromId' ? 'toId' : 'fromId'
  return draft[other] === id ? { [end]: id, [other]: draft[end] } : { [end]: id }
}

/** The most that may go from an account at once; null where its balance is not known. Pure. */
export function mostOf({ balanceMinor, transferLimitMinor, leftTodayMinor }: Source): number | null {
  if (balanceMinor === null) return null
  return Math.max(0, Math.min(balanceMinor, transferLimitMinor ?? Infinity, leftTodayMinor ?? Infinity))
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
export function fieldOfRefusal(why: Refusal, { from }: Ends): 'fromId' | 'toId' | 'amountMinor' {
  if (why === 'sameAccount') return 'toId'
  if (why === 'paysNothing') return 'fromId'
  if (why === 'frozen') return from?.state === 'frozen' ? 'fromId' : 'toId'
  return 'amountMinor'
}

/** What no limit of the contract tells: what is missing, and what the server would refuse. */
export function transferErrors(draft: TransferDraft, ends: Ends): FieldErrors<TransferDraft> {
  const { fromId, toId, amountMinor } = draft
  const why = refusalOf(ends, amountMinor)
  return {
    ...(why === null ? {} : { [fieldOfRefusal(why, ends)]: `refused.${why}` }),
    ...(fromId === null ? { fromId: 'fieldError.fromId' } : {}),
    ...(toId === null ? { toId: 'fieldError.toId' } : {}),
    ...(amountMinor === null ? { amountMinor: 'fieldError.amountMinor' } : {}),
  }
}
