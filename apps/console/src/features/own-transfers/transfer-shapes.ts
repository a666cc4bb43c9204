import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type TransferRow = OutputOf<CallOf<'ownTransfers.list'>>['records'][number]
export type TransferEnd = Omit<TransferRow['from'], 'isBroken'>
export type TransferState = TransferRow['state']
export type Purpose = TransferRow['purpose']
/** One of our accounts, as who asks for a transfer sees it. */
export type Source = OutputOf<CallOf<'ownTransfers.accounts'>>['records'][number]

/** A saved form of a transfer. */
export type Template = OutputOf<CallOf<'ownTransfers.templates'>>['records'][number]

/** A transfer that the levels of an account propose. */
export interface Due {
  readonly from: Source
  readonly to: Source
  readonly amountMinor: number
}

export const dueOf = (sources: readonly Source[]): readonly Due[] =>
  sources.flatMap((from) => {
    const to = sources.find(({ id }) => id === from.due?.toId)
    return from.due && to ? [{ from, to, amountMinor: from.due.amountMinor }] : []
  })

/** Amber waits for a person, blue for the statements of the two banks. */
export const stateTones: Readonly<Record<TransferState, Tone>> = {
  asked: 'amber',
  approved: 'blue',
  done: 'green',
  refused: 'red',
  cancelled: 'grey',
  expired: 'grey',
}

/** From here on the app of a bank asks the owner of the account for a scan of their face. */
const faceScanMinor = 5_000_000

export const needsFace = (amountMinor: number | null): boolean =>
  amountMinor !== null && amountMinor >= faceScanMinor

/** Whether nobody has moved anything yet, so that it may still be called off. Pure. */
export const isUnseen = ({ state, seenOut, seenIn }: TransferRow): boolean =>
  state === 'approved' && !seenOut && !seenIn

/** How far one that was agreed to is, as its panel says it. Pure. */
export function stageOf(transfer: TransferRow): 'makeNow' | 'oneSeen' | 'bothSeen' {
  if (isUnseen(transfer)) return 'makeNow'
  return transfer.seenOut && transfer.seenIn ? 'bothSeen' : 'oneSeen'
}

/** Its accounts whose half is awaited, and may wait behind messages that are missing. Pure. */
export const holesOf = ({
  state,
  seenOut,
  seenIn,
  from,
  to,
}: TransferRow): readonly TransferRow['from'][] =>
  state === 'approved'
    ? [...(seenOut ? [] : [from]), ...(seenIn ? [] : [to])].filter((end) => end.isBroken)
    : []

export interface Step {
  readonly key: 'asked' | 'agreed' | 'out' | 'in' | 'done' | 'refused' | 'cancelled' | 'expired'
  readonly state: 'done' | 'now' | 'later' | 'ended'
  readonly by?: string | null
  readonly at?: string | null
}

/** The way of a transfer: who asked and agreed, what the banks show of it, how it ended. Pure. */
export function stepsOf(transfer: TransferRow): readonly Step[] {
  const { state, maker, checker, createdAt, approvedAt, endedAt, endedBy, seenOut, seenIn } = transfer
  const asked: Step = { key: 'asked', state: 'done', by: maker, at: createdAt }
  const isAgreed = approvedAt !== null
  const agreed: Step = {
    key: 'agreed',
    state: isAgreed ? 'done' : 'now',
    ...(isAgreed ? { by: checker, at: approvedAt } : {}),
  }
  if (state === 'refused' || state === 'cancelled' || state === 'expired')
    return [asked, ...(isAgreed ? [agreed] : []), { key: state, state: 'ended', by: endedBy, at: endedAt }]
  const seen = (isSeen: boolean) => (isSeen ? 'done' : isAgreed ? 'now' : 'later')
  return [
    asked,
    agreed,
    { key: 'out', state: seen(seenOut) },
    { key: 'in', state: seen(seenIn) },
    { key: 'done', state: state === 'done' ? 'done' : 'later', at: endedAt },
  ]
}
