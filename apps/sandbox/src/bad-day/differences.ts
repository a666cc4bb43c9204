import { dayOf } from '../banks/statement.ts'
import type { Random } from '../random.ts'
import { BankRefusal } from '../world.ts'
import type { Planted } from './planted.ts'
import type { Moves } from './planter.ts'

/** A payout as the banks remember it. */
export interface PaidOut {
  readonly fromAccountNo: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly amountMinor: number
  readonly paidAtMs: number
}

const dayMs = 86_400_000
const minuteMs = 60_000
export const differenceDays = ['today', 'yesterday'] as const
export type DifferenceDay = (typeof differenceDays)[number]

/**
 * Plants three differences into a day of the account that pays: a payout that the bank made twice, a fee that
 * nobody asked for, and money that came back without a message, of which the statement alone tells. Together
 * they move nothing, so that the days after are not touched.
 * @param before payouts from before this process, as the back office knows them
 * @throws BankRefusal on a day without a payout
 */
export function plantDifferences(
  { world, rail }: Moves,
  day: DifferenceDay,
  { before, random }: { readonly before: readonly PaidOut[]; readonly random: Random },
): Planted[] {
  const nowMs = Date.now()
  const on = dayOf(day === 'today' ? nowMs : nowMs - dayMs)
  const ours = rail.payouts.flatMap(({ paidAtMs, ...payout }) =>
    paidAtMs === undefined ? [] : [{ ...payout, paidAtMs }],
  )
  const ofDay = [...before, ...ours]
    .filter(({ fromAccountNo, paidAtMs }) => dayOf(paidAtMs) === on && world.has(fromAccountNo))
    .toSorted((a, b) => a.paidAtMs - b.paidAtMs)
  // Not the last of the day: the bank's balance at its end is told by what came after.
  const fitting = ofDay.length > 1 ? ofDay.slice(0, -1) : ofDay
  if (fitting.length === 0) throw new BankRefusal('noPayoutOfDay')
  const payout = random.pick(fitting)
  const { fromAccountNo, amountMinor, paidAtMs } = payout
  const to = { bank: payout.bank, accountNo: payout.accountNo, name: payout.accountName }
  const bank = world.accounts.find((each) => each.accountNo === fromAccountNo)?.bank ?? ''
  const at = (minutes: number) => ({ atMs: Math.min(nowMs, paidAtMs + minutes * minuteMs) })
  const facts = (minor: number) => ({
    atMs: nowMs,
    account: `${bank} ${fromAccountNo}`,
    amountsMinor: [minor],
    on,
  })
  const feeMinor = random.int(1011, 1989)
  const backMinor = amountMinor + feeMinor
  world.move(fromAccountNo, 'out', amountMinor, to, at(1))
  world.move(fromAccountNo, 'out', feeMinor, null, at(2))
  world.move(fromAccountNo, 'in', backMinor, null, { ...at(3), manner: 'lost' })
  return [
    { kind: 'dayPaidTwice', ...facts(amountMinor) },
    { kind: 'dayFee', ...facts(feeMinor) },
    { kind: 'dayLost', ...facts(backMinor) },
  ]
}
