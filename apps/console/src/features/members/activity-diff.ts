/** One field that an act changed; `undefined` where a side has no such field. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ account: { bank } }` -> `{ bank }`: a nested field keeps its last name, which is what people know. */
function flat(value: unknown): Fields {
  if (!isFields(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      isFields(each) ? Object.entries(flat(each)) : [[key, each]],
    ),
  )
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What differs between two states of a thing, in the order in which the new one names its fields. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const old = flat(before)
  const now = flat(after)
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  return fields
    .filter((field) => !isSame(old[field], now[field]))
    .map((field) => ({ field, before: old[field], after: now[field] }))
}
