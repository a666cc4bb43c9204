import { CompiledQuery } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { isUnknown } from '../../../platform/posting/ledger-error.ts'
import {
  assertShape,
  itemsOf,
  type ItemResult,
  type PostAnswer,
} from '../../../platform/posting/ledger-store.ts'
import { columnsOf } from '../../../platform/posting/posting-columns.ts'
import { postPlayText, wordColumnsOf, type Decided } from './word-columns.ts'

/**
 * Writes decided words in one statement: outside a transaction that is one commit.
 * @param mode as post_transfers has them; `strict` inside a transaction, which ends with the first refusal
 * @returns what became of each movement, by its key
 * @throws ApiError outcomeUnknown when the connection went before the answer
 */
export async function writeWords(
  db: Reader,
  words: readonly Decided[],
  mode: 'swift' | 'batch' | 'strict',
): Promise<ReadonlyMap<string, ItemResult>> {
  if (words.length === 0) return new Map()
  const postings = words.flatMap(({ kept: { posting } }) => (posting === null ? [] : [posting]))
  postings.forEach(assertShape)
  const { columns, early } = wordColumnsOf(words, postings)
  try {
    const { rows: answers } = await db.executeQuery<{ answer: PostAnswer }>(
      CompiledQuery.raw(postPlayText, [mode, ...columnsOf(postings), ...columns, early]),
    )
    const answer = answers[0]?.answer
    if (answer === undefined) throw new ApiError('internal')
    const items = itemsOf(postings, answer)
    return new Map(
      postings.flatMap(({ key }, position) => {
        const item = items[position]
        return item === undefined ? [] : [[key, item] as const]
      }),
    )
  } catch (error) {
    if (!(error instanceof ApiError) && isUnknown(error))
      throw new ApiError('outcomeUnknown', { cause: error })
    throw error
  }
}
