import type { z } from 'zod'
import type { CallName, CallOf } from '../calls.ts'
import type { Call } from '../kit/define.ts'
import type { AnyCallCode, ErrorCode } from '../kit/errors.ts'

type TableOf<C extends Call> = C extends { readonly errors: infer E } ? E : never
/** The error tables of all calls. */
type Tables = TableOf<CallOf<CallName>>
type SchemaIn<T, C extends ErrorCode> = T extends { readonly [K in C]: infer S extends z.ZodType }
  ? S
  : never

/** The codes that a call declares. */
type CodeOf<N extends CallName> = N extends CallName ? keyof TableOf<CallOf<N>> & ErrorCode : never

/** The details of a code as a handler gives them: by whichever call; never where no call has any. */
export type GivenDetails<C extends ErrorCode> = AllDetails[C]
type AllDetails = { readonly [C in ErrorCode]: z.output<SchemaIn<Tables, C>> }

/** The details of a code of these calls, as they are read on the other side. */
export type DetailsOf<N extends CallName, C extends ErrorCode> = C extends ErrorCode
  ? z.input<SchemaIn<TableOf<CallOf<N>>, C>>
  : never
export type AnyDetails = DetailsOf<CallName, ErrorCode>

type Declared<N extends CallName> = N extends CallName
  ? { [C in CodeOf<N>]: { readonly code: C; readonly details: DetailsOf<N, C> | undefined } }[CodeOf<N>]
  : never

/**
 * What a refusal of these calls says: its code, and with it the details. They may be missing: what the
 * database refuses at the last moment knows none.
 */
export type RefusalOf<N extends CallName> =
  | Declared<N>
  | { readonly code: Exclude<AnyCallCode, CodeOf<N>>; readonly details: undefined }

/** The body of every failure but login's, whose `error` is the bare text (the specification prints it). */
export interface Failure<N extends CallName = CallName> {
  readonly error: RefusalOf<N> & {
    readonly message: string
    readonly field?: string
    readonly requestId: string
  }
}
