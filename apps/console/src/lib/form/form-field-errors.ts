import type { CallError } from '../call/call.ts'
import { breachesOf, rulesOf, type FieldRule, type FormCall } from './field-rules.ts'
import { fieldOfPath, type FieldErrors, type FieldOf, type FormSpec, type Stored } from './form-spec.ts'

/** The text of the first of these keys that there is. */
export type Words = (key: string | string[]) => string

/** What keeps a draft from being sent, in words: what the form itself says goes before the table. */
export function fieldErrorsOf<N extends FormCall, D extends object>(
  t: Words,
  spec: FormSpec<N, D>,
  draft: D,
  base: Stored<D>,
): FieldErrors<D> {
  const { fieldErrorKey = (field) => `fieldError.${field}`, wordOf = (key) => t(key) } = spec
  const found: Record<string, string> = {}
  for (const [path, breach] of breachesOf(spec.call, spec.input(draft, base))) {
    const field = fieldOfPath(path, draft, spec.fieldOf)
    const needed = breach === 'requiredField' ? ['fieldError.required'] : []
    if (field !== null) found[field] = t([fieldErrorKey(field), ...needed, `errors:${breach}`])
  }
  const own = spec.fieldErrors?.(draft, base.draft) ?? {}
  for (const [field, key] of Object.entries<string | undefined>(own))
    if (key !== undefined) found[field] = wordOf(key, field as FieldOf<D>)
  return found as FieldErrors<D>
}

/** The field that a refusal of the server belongs to, or null. */
export function fieldOfRefusal<D extends object>(
  { code, field }: CallError,
  draft: D,
  fieldOf: Readonly<Record<string, FieldOf<D>>> = {},
): FieldOf<D> | null {
  const named = field === undefined ? null : fieldOfPath(field, draft, fieldOf)
  return named ?? new Map(Object.entries(fieldOf)).get(code) ?? null
}

/** What the contract says of a field of the draft, also where the call knows it by another name. */
export function ruleFinder<N extends FormCall, D extends object>({
  call,
  fieldOf = {},
}: FormSpec<N, D>): (field: FieldOf<D>) => FieldRule {
  const rules = rulesOf(call)
  return (field) => {
    const [path] = Object.entries(fieldOf).find(([name, its]) => its === field && rules[name]) ?? [field]
    return rules[path] ?? {}
  }
}
