import type { Call } from '@khlang/contract/kit/define.ts'
import { anyCall, type ErrorCode } from '@khlang/contract/kit/errors.ts'
import type { ApiError } from '../../platform/api-error.ts'
import type { Log } from '../../platform/call/context.ts'

const forAll = new Set<ErrorCode>(anyCall)

/** The log's words for a refusal that the contract does not know; the server of a test fails by them. */
export const undeclaredText = 'undeclared refusal'

interface Refused {
  readonly name: string
  readonly call: Call
  readonly requestId: string
}

/**
 * The details of a refusal, spelt as the outside knows them; undefined where it has none. What the call does
 * not declare does not leave: the code still does, and the log tells us what is missing in the contract.
 */
export function declaredDetails({ name, call, requestId }: Refused, error: ApiError, log: Log): unknown {
  const { code, details } = error
  const schema = call.errors?.[code]
  const result = details === undefined ? undefined : schema?.safeEncode(details as never)
  const isDeclared = details === undefined ? schema !== undefined || forAll.has(code) : result?.success
  if (!isDeclared)
    log.error({ requestId, call: name, code, cause: String(result?.error ?? 'not named') }, undeclaredText)
  return result?.success ? result.data : undefined
}
