import { fitMask } from '@khlang/bank-messages/mask.ts'

/** An account that money could be sent back to. */
export interface Payee {
  readonly bank: string
  readonly accountNo: string
}

/** What a bank printed of the other end of a line. */
export interface Printed {
  readonly bank: string | null
  readonly mask: string | null
}

/** Whether nothing that the bank printed speaks against this account; what it did not print says nothing. */
export const isFitting = ({ bank, mask }: Printed, payee: Payee): boolean =>
  (bank === null || bank === payee.bank) && (mask === null || fitMask(mask, payee.accountNo).fits)

/** One of our accounts, as far as a refund looks at it. */
interface Source {
  readonly state: string
  readonly paysOut: boolean
  readonly balanceMinor: number
  readonly transferLimitMinor: number | null
  readonly leftTodayMinor: number | null
}

/** Why this account cannot pay so much now; null where it can. Pure. */
export function whyNotFrom(source: Source, amountMinor: number) {
  if (source.state === 'frozen') return 'frozen' as const
  if (!source.paysOut) return 'paysNothing' as const
  if (source.transferLimitMinor !== null && amountMinor > source.transferLimitMinor)
    return 'transferLimit' as const
  if (source.leftTodayMinor !== null && amountMinor > source.leftTodayMinor) return 'dayLimit' as const
  return amountMinor > source.balanceMinor ? ('balance' as const) : null
}

/** A refund that waits for its bank, and a line that left; both of one account and one amount. */
export interface WaitingRefund extends Payee {
  readonly id: string
}
export interface LeftLine extends Printed {
  readonly id: string
}

/**
 * Which outgoing line paid which refund; all are of one account and amount. A line that names an account goes
 * to the only refund it fits, oldest first among those to the same account. Lines that name nobody count only
 * where they are as many as the refunds that are left, and no payout or own transfer of this amount is on its
 * way; else a person says which. Pure.
 * @param refunds in the order in which they were agreed to
 */
export function refundsPaid(
  refunds: readonly WaitingRefund[],
  lines: readonly LeftLine[],
  isShared: boolean,
): { readonly refundId: string; readonly lineId: string }[] {
  const left = [...refunds]
  const paid: { refundId: string; lineId: string }[] = []
  for (const line of lines) {
    if (line.mask === null) continue
    const fitting = left.filter((refund) => isFitting(line, refund))
    const [first] = fitting
    const isOneAccount = fitting.every(
      ({ bank, accountNo }) => bank === first?.bank && accountNo === first.accountNo,
    )
    if (first === undefined || !isOneAccount) continue
    paid.push({ refundId: first.id, lineId: line.id })
    left.splice(left.indexOf(first), 1)
  }
  const nameless = lines.filter(({ mask }) => mask === null)
  const areFitting = nameless.every((line) => left.every((refund) => isFitting(line, refund)))
  if (isShared || !areFitting || nameless.length !== left.length) return paid
  return [...paid, ...left.map(({ id }, at) => ({ refundId: id, lineId: nameless[at]?.id ?? '' }))]
}
