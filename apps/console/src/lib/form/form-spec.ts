import type { AreaName, CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { Failure } from '../call/failure.ts'
import type { FormCall } from './field-rules.ts'

type Plain = string | number | boolean | null | undefined | readonly unknown[]

/** The fields of a draft; of a group of fields each one too: `abilities.approvalLimitMinor`. */
export type FieldOf<D> = {
  [K in keyof D & string]: D[K] extends Plain ? K : K | `${K}.${keyof D[K] & string}`
}[keyof D & string]
/** What is wrong, by field. */
export type FieldErrors<D> = Readonly<Partial<Record<FieldOf<D>, string>>>

/** What is stored, and its version; a new one has version 0. */
export interface Stored<D> {
  readonly version: number
  readonly draft: D
}

/** A form, said once: what is typed, what is sent, and what the contract cannot know of it. */
export interface FormSpec<N extends FormCall, D extends object> {
  readonly call: N
  /** Which of several forms of this call it is, where the address of the screen does not say it. */
  readonly about?: string
  /**
   * The file of its texts: `field.<name>`; `fieldError.<name>`, else `fieldError.required`, else those of
   * errors.
   */
  readonly area: string
  /** Another name of the text of a field's field error. Default: `fieldError.<name>`. */
  readonly fieldErrorKey?: (field: FieldOf<D>) => string
  /** What it begins with, and what is not yet lost when it is left. */
  readonly start: D
  /** What is sent. The field table judges it, so an empty field is given as it is. */
  readonly input: (draft: D, base: Stored<D>) => InputOf<CallOf<N>>
  /** Field errors that the table cannot know, as keys of texts; before those of the table. */
  readonly fieldErrors?: (draft: D, base: D) => FieldErrors<D>
  /** The words of such a key where they have gaps. */
  readonly wordOf?: (key: string, field: FieldOf<D>) => string
  /** Fields of the draft by another name of the call's, or by the code of a refusal. */
  readonly fieldOf?: Readonly<Record<string, FieldOf<D>>>
  readonly refreshes: readonly (AreaName | CallName)[]
  /** Fields that are not kept beyond the session in which they were typed. */
  readonly secrets?: readonly (keyof D & string)[]
  /** Whether there is nothing to save. Default: the same to the letter. */
  readonly isSame?: (one: D, other: D) => boolean
  /** Somebody else saved meanwhile. Default: field by field what was typed stays, all else is theirs. */
  readonly merge?: (base: D, typed: D, now: D) => D
}

/** What the screen that shows a form does about it. */
export interface FormUse<N extends FormCall, D extends object> {
  /** The row that is changed, as it is stored now; absent for a new one. */
  readonly stored?: Stored<D>
  /** The form counts as saved by then, so leaving asks nothing. */
  readonly onDone: (output: OutputOf<CallOf<N>>, draft: D) => void
  /** Refused or lost: what must be read again. */
  readonly onRefused?: (thrown: unknown) => void
  /** The words of a refusal. Default: those of its code. */
  readonly worded?: (thrown: unknown) => Failure | null
}

/** Under which name a form is kept. */
export const keptName = ({ call, about }: { call: string; about?: string }): string =>
  about === undefined ? call : `${call}:${about}`

export const isSameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Where somebody else saved meanwhile: what was typed stays, everything else is theirs. Pure. */
export function keepTyped<D extends object>(base: D, typed: D, now: D): D {
  const isTyped = ([field, value]: [string, unknown]): boolean =>
    !isSameText(value, Reflect.get(base, field))
  return { ...now, ...Object.fromEntries(Object.entries(typed).filter(isTyped)) }
}

/** The field of a draft that a path of the call is about (`addresses.2` -> addresses), or null. Pure. */
export function fieldOfPath<D extends object>(
  path: string,
  draft: D,
  fieldOf: Readonly<Record<string, FieldOf<D>>> = {},
): FieldOf<D> | null {
  const [first = '', second = ''] = path.split(/[.[]/)
  const names = new Map(Object.entries(fieldOf))
  const known = names.get(path) ?? names.get(first)
  if (known !== undefined) return known
  if (!Object.hasOwn(draft, first)) return null
  const group: unknown = Reflect.get(draft, first)
  const isGroup = typeof group === 'object' && group !== null && !Array.isArray(group)
  const field = isGroup && Object.hasOwn(group, second) ? `${first}.${second}` : first
  return field as FieldOf<D>
}
