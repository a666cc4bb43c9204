import { calls } from '@khlang/contract/calls.ts'
import type { Call, CallTable } from '@khlang/contract/kit/define.ts'
import type { HandlerTables } from '../app/http/adapter.ts'
import { ApiError } from '../platform/api-error.ts'

/** Every call of the contract by its name. */
export const everyCall: readonly (readonly [name: string, call: Call])[] = (
  Object.entries(calls) as [string, CallTable][]
).flatMap(([area, table]) =>
  Object.entries(table).map(([name, call]) => [`${area}.${name}`, call] as const),
)

/**
 * Handlers that note that they were reached and refuse with 409 `stateRefused`, so that what stands before
 * a handler (guard, sight, input) can be tested over the whole contract, built or not.
 */
export function stubHandlers(reached: string[]): HandlerTables {
  const stub = (name: string) => async (): Promise<never> => {
    reached.push(name)
    throw new ApiError('stateRefused')
  }
  const tables = (Object.entries(calls) as [string, CallTable][]).map(([area, table]) => [
    area,
    Object.fromEntries(Object.keys(table).map((name) => [name, stub(`${area}.${name}`)])),
  ])
  return Object.fromEntries(tables) as HandlerTables
}
