import { useMemo } from 'react'
import { useProfile } from '../../../lib/person/profile.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { msOf } from '../rows/claim-clock.ts'
import { isDecidable, isRefusable, type QueueRow } from '../rows/queue-shapes.ts'

/** What the signed-in person may do to rows, as far as a row tells; the server judges every act itself. */
export interface Decider {
  /** The most they may approve, in satang; null without a limit. */
  readonly limitMinor: number | null
  /** Deciding what waits is their work: withdrawals, or deposits that may be refused. */
  readonly mayDecide: boolean
  readonly isAbove: (row: QueueRow) => boolean
  /** Another person has the row in hand at this moment. */
  readonly isHeld: (row: QueueRow, nowMs: number) => boolean
  readonly mayApprove: (row: QueueRow) => boolean
  /** They may decide such rows, yet not of this amount. */
  readonly isOverLimit: (row: QueueRow) => boolean
  readonly mayReject: (row: QueueRow) => boolean
  /** Worth bringing up by itself after the one before was decided. */
  readonly mayTake: (row: QueueRow) => boolean
}

/** The own rights and limit, asked of rows. */
export function useDecider(): Decider {
  const { displayName, role } = useProfile()
  const allowed = useAllows()
  return useMemo(() => {
    const limitMinor = role.abilities.approvalLimitMinor
    const mayDecide = allowed({ pretransactionRequest: ['isRead', 'isUpdate'] })
    const mayRefuse = allowed({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] })
    const isAbove = (row: QueueRow): boolean => limitMinor !== null && row.amountMinor > limitMinor
    const isHeld = (row: QueueRow, nowMs: number): boolean =>
      row.claimedBy !== null && row.claimedBy !== displayName && (msOf(row.claimedUntil) ?? 0) > nowMs
    const isApprovable = (row: QueueRow): boolean =>
      mayDecide && isDecidable(row) && row.state !== 'unknown' && row.member.state === 'active'
    return {
      limitMinor,
      mayDecide: mayDecide || mayRefuse,
      isAbove,
      isHeld,
      mayApprove: (row) => isApprovable(row) && !isAbove(row),
      isOverLimit: (row) => isApprovable(row) && isAbove(row),
      mayReject: (row) =>
        isDecidable(row) ? mayDecide && row.state !== 'unknown' : isRefusable(row) && mayRefuse,
      mayTake: (row) => row.kind === 'deposit' || (!isAbove(row) && !isHeld(row, Date.now())),
    }
  }, [displayName, role, allowed])
}
