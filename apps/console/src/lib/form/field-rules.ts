import { fieldTable, type FieldRule } from '@khlang/contract/field-table.ts'
import type { FormCall } from '@khlang/contract/form-calls.ts'

export type { FieldRule, FormCall }

/** What the contract says of the fields of a call, by their names; below them `quietHours.from`, `tags.*`. */
export const rulesOf = (call: FormCall): Readonly<Record<string, FieldRule | undefined>> => fieldTable[call]

/** One field of a call that is no form's own; a name that the call lacks does not compile. */
export function ruleOf<N extends FormCall>(
  call: N,
  field: keyof (typeof fieldTable)[N] & string,
): FieldRule {
  return rulesOf(call)[field] ?? {}
}

const isWithin = (size: number, { min = -Infinity, max = Infinity }: FieldRule): boolean =>
  size >= min && size <= max

/** Whether a value is none that the call takes. Nothing at all breaks a rule only where one is needed. */
export function breaks(rule: FieldRule, value: unknown): boolean {
  if (value === undefined || value === null) return rule.isRequired === true
  if (typeof value === 'number') return !isWithin(value, rule)
  if (Array.isArray(value)) return !isWithin(value.length, rule)
  if (typeof value !== 'string') return false
  if (rule.isRequired && value.trim() === '') return true
  const isLong = rule.max !== undefined && value.length > rule.max
  const isShort = rule.min !== undefined && value.trim().length < rule.min
  return isLong || isShort || (rule.pattern !== undefined && !new RegExp(rule.pattern).test(value))
}

/** The values under a path, each with its own: `tags.*` -> `tags.0`, `tags.1`. */
function valuesAt(value: unknown, [part, ...rest]: readonly string[], at = ''): [string, unknown][] {
  if (part === undefined) return [[at.slice(1), value]]
  if (typeof value !== 'object' || value === null) return []
  const inner = part === '*' ? Object.entries(value) : [[part, Reflect.get(value, part)] as const]
  return inner.flatMap(([name, each]) => valuesAt(each, rest, `${at}.${name}`))
}

/** The paths of an input whose values its call would refuse, as far as its rules tell. */
export function brokenPaths(call: FormCall, input: object): string[] {
  return Object.entries(rulesOf(call)).flatMap(([path, rule]) =>
    valuesAt(input, path.split('.')).flatMap(([at, value]) => (breaks(rule ?? {}, value) ? [at] : [])),
  )
}
