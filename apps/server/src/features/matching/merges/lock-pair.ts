import { lineStates } from '@khlang/contract/values/value-lists.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findLine } from '../../bank-lines/intake/intake-queries.ts'
import { assertOpen } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'

/**
 * Holds the line that another one is to end in; the other one, and with it the feed of their account, is held
 * already, so that nobody else holds both the other way round.
 * @throws notFound, stale with what it is now
 */
export async function lockInto(tx: Tx, id: string, version?: number): Promise<StoredLine> {
  const seen = await findLine(tx, id)
  if (!seen) throw new ApiError('notFound', { field: 'intoId' })
  return assertOpen(tx, { id, version: version ?? seen.version }, lineStates)
}
