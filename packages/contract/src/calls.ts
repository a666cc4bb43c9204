import { auth } from './auth.ts'
import type { CallTable } from './define.ts'

/** Every call of the product by area. What is not here is not served. */
export const calls = {
  auth,
} as const satisfies Record<string, CallTable>

export type Calls = typeof calls
export type AreaName = keyof Calls
/** `members.list`: the name of a call across contract, server, client and logs. */
export type CallName = { [A in AreaName]: `${A}.${keyof Calls[A] & string}` }[AreaName]
export type CallOf<N extends CallName> = N extends `${infer A}.${infer C}`
  ? A extends AreaName
    ? C extends keyof Calls[A]
      ? Calls[A][C]
      : never
    : never
  : never
