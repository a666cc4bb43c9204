import type { Call } from '@khlang/contract/kit/define.ts'
import { isErrorCode } from '@khlang/contract/kit/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { readQuery } from './read-query.ts'

/** Our code for a refusal of zod: the one the schema names, else one by the kind of issue. */
function refusal(issue: z.core.$ZodIssue): ApiError {
  const field = issue.path.map(String).join('.').slice(0, 120)
  const named = isErrorCode(issue.message) ? issue.message : undefined
  switch (issue.code) {
    case 'unrecognized_keys':
      return new ApiError('unknownField', {
        field: [...issue.path, issue.keys[0] ?? ''].map(String).join('.').slice(0, 120),
      })
    case 'invalid_type':
      return new ApiError(named ?? (issue.input === undefined ? 'requiredField' : 'invalidType'), { field })
    case 'too_big':
    case 'too_small':
      return new ApiError(named ?? 'outOfRange', { field })
    case 'invalid_format':
      return new ApiError(named ?? 'invalidFormat', { field })
    case 'invalid_value':
    case 'invalid_union':
      return new ApiError(named ?? 'invalidValue', { field })
    default:
      return new ApiError(named ?? 'invalidInput', { field })
  }
}

/**
 * Path parameters that are not ids of the right kind name nothing: 404, before the body is judged.
 * @returns the decoded parameters
 */
export function readPathParams(call: Call, request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, string>
  const decoded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    const schema = (call.input.shape as Record<string, z.ZodType>)[name]
    const result = schema?.safeDecode(value as never)
    if (!result?.success) throw new ApiError('notFound')
    decoded[name] = result.data
  }
  return decoded
}

/**
 * Texts that PostgreSQL cannot hold, or that are no Unicode at all, wherever they stand and whatever the
 * schema says of them.
 * @throws invalidText
 */
function assertStorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed()))
    throw new ApiError('invalidText', { field: path.join('.').slice(0, 120) })
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) assertStorable(each, [...path, name])
}

/**
 * The input of a call: path, query and body in one closed object, decoded.
 * @throws the 422 codes of the contract
 */
export function readInput(call: Call, request: FastifyRequest): Record<string, unknown> {
  const at = request.url.indexOf('?')
  const search = at < 0 ? '' : request.url.slice(at + 1)
  const params = request.params as Record<string, unknown>
  let rest: Record<string, unknown>
  if (call.method === 'GET') {
    rest = readQuery(search, call.input)
  } else {
    if (search !== '')
      throw new ApiError('unknownField', { field: search.split('=')[0]?.slice(0, 60) ?? '' })
    if (request.bodyRefusal) throw request.bodyRefusal
    // The body of an upload is no input: it is read later, as bytes; so is one whose signature comes first.
    const body = call.upload || call.raw ? {} : (request.body ?? {})
    if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError('invalidType')
    rest = body as Record<string, unknown>
  }
  for (const name of Object.keys(params)) {
    if (Object.hasOwn(rest, name)) throw new ApiError('unknownField', { field: name })
  }
  assertStorable(rest, [])
  const result = call.input.safeDecode({ ...rest, ...params } as never, { reportInput: true })
  if (!result.success) throw refusal(result.error.issues[0] as z.core.$ZodIssue)
  return result.data as Record<string, unknown>
}
