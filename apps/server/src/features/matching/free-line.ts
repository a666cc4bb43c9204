import { ApiError } from '../../platform/api-error.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'

/** States in which nobody has a line, and its bank has proven it. */
export const freeStates = ['suggested', 'unmatched', 'unlinked']

/** @throws lineNotOpen: what left an account is no member's and goes back to nobody */
export function assertIncoming({ direction }: Pick<StoredLine, 'direction'>): void {
  if (direction !== 'in') throw new ApiError('lineNotOpen', { details: { reason: 'outgoing' } })
}

/** @throws blocked: it may be another line told twice, and the person has not said that it is not */
export function assertNotDouble(line: Pick<StoredLine, 'possible_double_of'>, isConfirmed: boolean): void {
  if (line.possible_double_of !== null && !isConfirmed)
    throw new ApiError('blocked', { details: { reason: 'possibleDouble' } })
}

/** What the bank printed of the payer, for people. */
export const printedPayer = ({
  payer_bank: bank,
  payer_mask: mask,
  payer_name: name,
}: Pick<StoredLine, 'payer_bank' | 'payer_mask' | 'payer_name'>): string =>
  [bank, mask, name].filter((part) => part !== null).join(' ')
