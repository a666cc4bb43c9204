import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { ledgerFailure } from '../../../platform/posting/ledger-error.ts'
import type { Word } from '../adapters/adapter.ts'
import { decide } from './decide.ts'
import type { Provider } from './known.ts'
import { knownOf } from './rows.ts'
import { writeWords } from './write-words.ts'

/** A bet that never was, as it was agreed to. */
export interface CancelledBet {
  readonly id: string
  readonly ref: string
  readonly memberId: string
  readonly version: number
  readonly provider: Provider
}

/** Providers' own names have no blank, so none of them is ever this one. */
const cancelWord = ({ id, ref, memberId }: CancelledBet): Word => ({
  kind: 'cancel',
  transactionRef: `cancel ${encodeId('bet', id)}`,
  memberId,
  betRef: ref,
  gameCode: null,
  amountMinor: 0,
  voids: null,
})

/**
 * Our people's word that a bet never was: its stake goes back, what it paid is taken, in the caller's
 * transaction and last of all its locks.
 * @throws conflict betMoved where the bet moved on; insufficientFunds where the wallet has no more of
 *   what was paid; 40001: repeat the transaction
 */
export async function cancelBet(
  tx: Tx,
  bet: CancelledBet,
  when: { readonly at: string; readonly businessOn: string },
): Promise<void> {
  const word = cancelWord(bet)
  const [known] = await knownOf(tx, [{ provider: bet.provider, word }], when)
  if (known?.bet?.id !== bet.id || known.bet.version !== bet.version)
    throw new ApiError('conflict', { details: { reason: 'betMoved' } })
  const decision = decide(word, known)
  if (decision.kind !== 'kept') throw new ApiError('internal')
  const words = decision.kept.map((kept) => ({ provider: bet.provider.id, kept }))
  await writeWords(tx, words, 'strict').catch((error: unknown) => {
    throw ledgerFailure(error)
  })
}
