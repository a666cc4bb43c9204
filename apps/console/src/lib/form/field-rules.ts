import { fieldTable, type FieldRule } from '@khlang/contract/derived/field-table.ts'
import type { FormCall } from '@khlang/contract/derived/form-calls.ts'

export type { FieldRule, FormCall }

/** What the contract says of the fields of a call, by their names; below them `quietHours.from`, `tags.*`. */
export const rulesOf = (call: FormCall): Readonly<Record<string, FieldRule | undefined>> => fieldTable[call]

/** One field, with what the contract says of it; a name or a limit that it lacks does not compile. */
export const ruleOf = <N extends FormCall, F extends keyof (typeof fieldTable)[N] & string>(
  call: N,
  field: F,
): (typeof fieldTable)[N][F] => fieldTable[call][field]

/** Why a value is none that the call takes: the code by which the server refuses it. */
export type Breach = 'requiredField' | 'textTooLong' | 'invalidFormat' | 'outOfRange'

function breachOfText({ isRequired, min = 0, max = Infinity, pattern }: FieldRule, text: string) {
  const length = text.trim().length
  if (length < min || (isRequired && length === 0)) return 'requiredField'
  if (text.length > max) return 'textTooLong'
  return pattern !== undefined && !new RegExp(pattern).test(text) ? 'invalidFormat' : null
}

/** What a rule has against a value, or null. Nothing at all breaks it only where something is needed. */
export function breachOf(rule: FieldRule, value: unknown): Breach | null {
  const { isRequired, min = -Infinity, max = Infinity } = rule
  if (typeof value === 'string') return breachOfText(rule, value)
  if (value === undefined || value === null) return isRequired ? 'requiredField' : null
  const size = Array.isArray(value) ? value.length : value
  if (typeof size !== 'number') return null
  if (Array.isArray(value) && size === 0 && isRequired) return 'requiredField'
  return size >= min && size <= max ? null : 'outOfRange'
}

/** The values under a path, each with its own: `tags.*` -> `tags.0`, `tags.1`. */
function valuesAt(value: unknown, [part, ...rest]: readonly string[], at = ''): [string, unknown][] {
  if (part === undefined) return [[at.slice(1), value]]
  if (typeof value !== 'object' || value === null) return []
  const inner = part === '*' ? Object.entries(value) : [[part, Reflect.get(value, part)] as const]
  return inner.flatMap(([name, each]) => valuesAt(each, rest, `${at}.${name}`))
}

/** The paths of an input whose values its call would refuse, as far as its rules tell, and why. */
export function breachesOf(call: FormCall, input: object): [string, Breach][] {
  return Object.entries(rulesOf(call)).flatMap(([path, rule]) =>
    valuesAt(input, path.split('.')).flatMap(([at, value]): [string, Breach][] => {
      const breach = breachOf(rule ?? {}, value)
      return breach === null ? [] : [[at, breach]]
    }),
  )
}
