import { fitMask, readMask } from '@khlang/bank-messages/mask.ts'
import { bankOfNumber } from '@khlang/contract/values/banks.ts'
import { slipHoursMax, type slipFaults } from '@khlang/contract/values/slips/values.ts'
import { nameSimilarity } from '../../platform/people/names.ts'
import type { Told, ToldParty } from './services/service.ts'

export type SlipFault = (typeof slipFaults)[number]

export interface NamedAccount {
  readonly id: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
}

export interface SlipJudged {
  readonly told: Told
  readonly ours: readonly NamedAccount[]
  /** Every account that the member has or had. */
  readonly theirs: readonly NamedAccount[]
  /** What it is shown for; null: nothing in particular. */
  readonly amountMinor: number | null
  /** It was credited already, by a line or a deposit of this reference. */
  readonly isUsed: boolean
  readonly nowMs: number
}

const hour = 3_600_000
/** Below this two names are not of one person. Source: domain 5.1. */
const otherName = 0.3

/** Whether what a bank prints of an account can be this one; null where it prints nothing that can tell. */
function isOf({ bank, account, name }: ToldParty, of: NamedAccount): boolean | null {
  const named = bank === null ? null : bankOfNumber(bank)
  if (named !== null && named !== of.bank) return false
  const mask = account === null ? null : readMask(account, null)
  const fits = mask === null ? null : fitMask(mask, of.accountNo).fits
  if (fits !== null) return fits
  const likeness = name === null ? null : nameSimilarity(name, of.accountName)
  return likeness !== null && likeness <= otherName ? false : null
}

/** Which of these it can be: those that fit, or, where nothing can tell, those that nothing excludes. */
function among(party: ToldParty, accounts: readonly NamedAccount[]) {
  const judged = accounts.map((account) => ({ account, fits: isOf(party, account) }))
  const fitting = judged.filter(({ fits }) => fits === true)
  const open = judged.filter(({ fits }) => fits === null)
  return { fitting: fitting.map(({ account }) => account), isOpen: open.length > 0 }
}

/**
 * What speaks against taking a slip for the money that it is shown for, and which of our accounts it was paid
 * into. Evidence that contradicts excludes; evidence that cannot tell is said to be unclear. Pure.
 */
export function judgeSlip({ told, ours, theirs, amountMinor, isUsed, nowMs }: SlipJudged): {
  readonly accountId: string | null
  readonly faults: readonly SlipFault[]
} {
  const receiver = among(told.receiver, ours)
  const sender = among(told.sender, theirs)
  const ageMs = nowMs - Date.parse(told.at)
  const faults: (SlipFault | false)[] = [
    receiver.fitting.length === 0 && !receiver.isOpen && 'receiverOther',
    (receiver.fitting.length > 1 || (receiver.fitting.length === 0 && receiver.isOpen)) &&
      'receiverUnclear',
    sender.fitting.length === 0 && !sender.isOpen && 'senderOther',
    amountMinor !== null && amountMinor !== told.amountMinor && 'amountOther',
    ageMs > slipHoursMax * hour && 'old',
    ageMs < -hour / 6 && 'future',
    isUsed && 'used',
  ]
  return {
    accountId: receiver.fitting.length === 1 ? (receiver.fitting[0]?.id ?? null) : null,
    faults: faults.filter((fault) => fault !== false),
  }
}
