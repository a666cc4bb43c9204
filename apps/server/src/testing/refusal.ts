import { randomUUID } from 'node:crypto'
import { CallError } from '@khlang/contract/derived/client.ts'

/** A key of its own for one act. */
export const once = () => ({ idempotencyKey: randomUUID() })

/** What a call was refused with: its code and details; `done` where it was not, else the error in words. */
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      error instanceof CallError ? { code: error.code, details: error.details } : String(error),
  )

/** The same by its code alone. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const refusal = await refusalOf(promise)
  return typeof refusal === 'string' ? refusal : refusal.code
}
