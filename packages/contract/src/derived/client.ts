import type { CallName, CallOf } from '../calls.ts'
import type { InputOf, OutputOf } from '../kit/define.ts'
import { methodOf, pathOf } from './call-path.ts'
import type { ErrorCode } from '../kit/errors.ts'
import type { AnyDetails, Failure, RefusalOf } from './refusals.ts'

/**
 * A failure the server named, `offline` when no answer came, or `viewOnly` when the console did not ask: its
 * reader looks as a role. `code` is the key of its text.
 */
export class CallError extends Error {
  readonly code: ErrorCode | 'offline' | 'viewOnly'
  /** The call that the server refused; undefined where no server answered. */
  readonly call: CallName | undefined
  readonly status: number
  readonly field: string | undefined
  /** Which of them it is say call and code: `isRefusal`. */
  readonly details: AnyDetails | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  constructor(parts: {
    code: ErrorCode | 'offline' | 'viewOnly'
    message: string
    status: number
    call?: CallName
    field?: string | undefined
    details?: AnyDetails | undefined
    requestId?: string | undefined
    retryAfterMs?: number | undefined
  }) {
    super(parts.message)
    this.name = 'CallError'
    this.code = parts.code
    this.call = parts.call
    this.status = parts.status
    this.field = parts.field
    this.details = parts.details
    this.requestId = parts.requestId
    this.retryAfterMs = parts.retryAfterMs
  }
}

export type Refusal<N extends CallName> = Omit<CallError, 'code' | 'details'> & RefusalOf<N>

/**
 * Whether the server refused one of these calls: `isRefusal(thrown, 'preTransactions.claim')`. Its code is
 * then one that they may answer, and the details are those that the contract declares for it.
 */
export const isRefusal = <N extends CallName>(
  thrown: unknown,
  ...names: readonly N[]
): thrown is Refusal<N> => thrown instanceof CallError && names.some((name) => name === thrown.call)

export interface ClientSettings {
  /** Where the calls of browsers are, without a trailing slash; empty = same origin. */
  readonly bases: { readonly api: string }
  readonly token: () => string | null
  readonly language: () => string
  /** Called for every answer, after the error (if any) is known: sign-outs, overlays. */
  readonly onAnswer?: (name: CallName, error: CallError | null) => void
  readonly onStart?: (name: CallName, isTracked: boolean) => void
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Background refreshes do not raise the loading overlay. */
  readonly isTracked?: boolean
  /** Sent though the page is being left; nobody waits for the answer. */
  readonly isLeaving?: boolean
}

export type Client = <N extends CallName>(
  name: N,
  input: InputOf<CallOf<N>>,
  options?: CallOptions,
) => Promise<OutputOf<CallOf<N>>>

/** `{ roleIds: ['a'] }` -> `roleIds[0]=a`, as the specification serialises arrays. */
export function queryString(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value)) value.forEach((item, index) => query.append(`${key}[${index}]`, String(item)))
    else query.append(key, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Address and body of a call: `{name}` parts are taken out of the input. */
export function requestOf(name: CallName, input: Record<string, unknown>) {
  const method = methodOf(name)
  const path = pathOf(name)
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  return method === 'GET'
    ? { method, path: `${filled}${queryString(rest)}`, body: undefined }
    : { method, path: filled, body: JSON.stringify(rest) }
}

/** The failure that an answer is. */
export function errorOf(call: CallName, status: number, body: unknown, headers: Headers): CallError {
  const retryAfter = Number(headers.get('retry-after'))
  const retryAfterMs = retryAfter > 0 ? retryAfter * 1000 : undefined
  const requestId = headers.get('x-request-id') ?? undefined
  const failure = (body as { error?: unknown } | null)?.error
  if (typeof failure === 'object' && failure !== null) {
    const { code, message, field, details } = failure as Failure['error']
    return new CallError({ call, code, message, field, details, status, requestId, retryAfterMs })
  }
  const message = typeof failure === 'string' ? failure : `HTTP ${status}`
  const code: ErrorCode =
    status === 401 ? 'badCredentials' : status === 429 ? 'tooManyRequests' : 'internal'
  return new CallError({ call, code, message, status, requestId, retryAfterMs })
}

/** Of these the specification (7) reads the `data` whatever the status says. */
const acceptsAnyStatus = (path: string): boolean =>
  /^\/api\/v\d\/(activity|group|notification)\//.test(path)

const hasData = (body: unknown): boolean =>
  typeof (body as { data?: unknown } | null)?.data === 'object' && (body as { data: unknown }).data !== null

/** A typed client over the contract. Throws CallError; answers the `data` of the envelope. */
export function createClient(settings: ClientSettings): Client {
  const send = settings.fetch ?? ((input, init) => fetch(input, init))
  return async (name, input, options = {}) => {
    const { method, path, body } = requestOf(name, input as Record<string, unknown>)
    const headers: Record<string, string> = { 'accept-language': settings.language() }
    const token = settings.token()
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
    settings.onStart?.(name, options.isTracked ?? true)
    let error: CallError | null = null
    try {
      const answer = await send(`${settings.bases.api}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.isLeaving ? { keepalive: true } : {}),
      })
      const parsed: unknown = await answer.json().catch(() => null)
      const isTaken = answer.ok || (acceptsAnyStatus(path) && hasData(parsed))
      if (!isTaken) throw errorOf(name, answer.status, parsed, answer.headers)
      return (parsed as { data: never }).data
    } catch (thrown) {
      if (thrown instanceof CallError) error = thrown
      else if (options.signal?.aborted) throw thrown
      else error = new CallError({ code: 'offline', message: String(thrown), status: 0 })
      throw error
    } finally {
      settings.onAnswer?.(name, error)
    }
  }
}

/** The key under which a call's answer is cached: area, call, input. */
export const queryKey = <N extends CallName>(name: N, input: InputOf<CallOf<N>>) =>
  [...name.split('.'), input] as const
