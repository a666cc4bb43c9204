import { ApiError } from '../../platform/api-error.ts'
import type { Database, Tx } from '../../platform/db/db.ts'

/** Runs in a transaction that is never kept; says how it ended: the answer, or the code of the refusal. */
export async function tried<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T | string> {
  const done: { value?: T } = {}
  const undo = new Error('undo')
  try {
    await db.transaction().execute(async (tx) => {
      done.value = await work(tx)
      throw undo
    })
  } catch (error) {
    if (error instanceof ApiError) return error.code
    if (error !== undo) throw error
  }
  return done.value ?? 'nothing'
}
