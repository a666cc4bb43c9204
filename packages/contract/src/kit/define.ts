import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Requires } from './permissions.ts'
import type { IdKind } from '../values/id-kinds.ts'

export type Method = 'GET' | 'POST' | 'PUT'
export type RateClass =
  | 'login'
  | 'read'
  | 'write'
  | 'money'
  | 'export'
  | 'stream'
  | 'machine'
  | 'webhook'
  | 'provider'
/** Codes, each with the schema of its `details`: a strict object, or `none` where the code says it all. */
export type ErrorTable = { readonly [C in ErrorCode]?: z.ZodType }

/** One call, stated once: server, guard, client, OpenAPI, matrix and fuzz tests are derived from it. */
export interface Call<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  readonly method: Method
  /** Begins with `/api`, `/auto` or `/member`: the surface it belongs to. Parameters as `{id}`. */
  readonly path: `/${'api' | 'auto' | 'member'}/${string}`
  readonly requires: Requires
  /** One sentence for the OpenAPI page. */
  readonly summary: string
  /** Path parameters, query or body in one closed object. */
  readonly input: I
  readonly output: O
  /** What it refuses with beside what any call may (`anyCall`): each code with the schema of its details. */
  readonly errors?: ErrorTable
  /** What the `{id}` of the path is; the server checks that the actor may see it before it reads the body. */
  readonly subject?: IdKind
  /** Of the brand's own: sellers and agents are refused, whatever their flags. */
  readonly isOfStaff?: true
  /** Where the guard is only a token: whose rows the actor reaches. */
  readonly scope?: string
  /** A POST that changes nothing: no transaction, rate class `read`. */
  readonly isRead?: true
  readonly money?: 'maker' | 'checker'
  /**
   * Needs an `Idempotency-Key`; effect and answer are stored in one database transaction. `whenGiven`: the
   * specification names no key for the call, but one that is sent counts.
   */
  readonly idempotent?: true | 'whenGiven'
  readonly stepUp?: 'recent'
  readonly rate?: RateClass
  /** The handler opens its own transactions (sign-in counters, streams). */
  readonly ownTransaction?: true
  /** Answers an event stream instead of JSON. */
  readonly stream?: true
  /** Answers the bytes of a file of this type instead of JSON. */
  readonly file?: 'text/csv' | 'image/jpeg' | 'application/gzip' | 'application/octet-stream'
  /** Takes the bytes of one file as its body instead of JSON: a picture, or a bank's statement. */
  readonly upload?: true | 'statement'
  /** How large that file may be, where that is not what its kind may be. */
  readonly uploadMegabytes?: number
  /** So many pixels a side an uploaded picture is kept with at most, where it is seen small alone. */
  readonly pictureSide?: number
  /** Takes whatever is sent as its body, unread: the handler judges first who signed the bytes. */
  readonly raw?: true
  /** Answers as who asks wants it, in its own shape: without `data` around it. */
  readonly bare?: true
}

export type CallTable = Readonly<Record<string, Call>>

/** Keeps the literal types of a call table; there is nothing to build. */
export function defineCalls<const T extends CallTable>(calls: T): T {
  return calls
}

/** What a client sends and gets: the wire side of both schemas. */
export type InputOf<C extends Call> = z.input<C['input']>
export type OutputOf<C extends Call> = z.input<C['output']>
/** What a handler reads and returns: the inner side of both schemas. */
export type HandlerInput<C extends Call> = z.output<C['input']>
export type HandlerOutput<C extends Call> = z.output<C['output']>

/** The rate class of a call, stated or derived. */
export function rateOf(call: Call): RateClass {
  if (call.rate) return call.rate
  if (call.requires === 'signature') return 'machine'
  if (call.money) return 'money'
  return call.method === 'GET' || call.isRead ? 'read' : 'write'
}
