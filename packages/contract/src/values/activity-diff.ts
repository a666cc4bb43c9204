/** One field that an act changed; `undefined` where a side has no such field. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field where it stands: `['permission', 'dashboard', 'isRead']`. */
interface Leaf {
  readonly path: readonly string[]
  readonly value: unknown
}

function leaves(value: unknown, above: readonly string[] = []): Leaf[] {
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([key, each]) =>
    isFields(each) ? leaves(each, [...above, key]) : [{ path: [...above, key], value: each }],
  )
}

/** Last names that stand for several fields of one state. */
function ambiguous(found: readonly Leaf[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { path } of found) {
    const name = path.at(-1) ?? ''
    ;(seen.has(name) ? twice : seen).add(name)
  }
  return twice
}

/**
 * `{ account: { bank } }` -> `{ bank }`: a nested field keeps its last name, which is what people know.
 * Where that name stands for several, its parent's goes before it: `dashboard.isRead`.
 */
function flat(found: readonly Leaf[], unclear: ReadonlySet<string>): Fields {
  const nameOf = ({ path }: Leaf) => path.slice(unclear.has(path.at(-1) ?? '') ? -2 : -1).join('.')
  return Object.fromEntries(found.map((leaf) => [nameOf(leaf), leaf.value]))
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What differs between two states of a thing, in the order in which the new one names its fields. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const sides = [leaves(before), leaves(after)] as const
  const unclear = new Set(sides.flatMap((side) => [...ambiguous(side)]))
  const old = flat(sides[0], unclear)
  const now = flat(sides[1], unclear)
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  return fields
    .filter((field) => !isSame(old[field], now[field]))
    .map((field) => ({ field, before: old[field], after: now[field] }))
}

/** A row of the log, as far as it says what an act changed. */
export interface Told {
  readonly entity: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Of what a new thing holds, what says most of it; the database orders the fields by length. */
const first = ['title', 'name', 'viewName', 'username', 'amountMinor', 'state']
const rankOf = ({ field }: FieldChange): number => {
  const at = first.indexOf(field)
  return at < 0 ? first.length : at
}

/** A counter of the database tells nobody anything. */
const isVersion = ({ field }: FieldChange): boolean => field.split('.').at(-1) === 'version'

/** What an act changed and people read: no versions, of a message to the staff no counts of nobody. */
export function shownChanges({ entity, before, after }: Told): FieldChange[] {
  const isNobody = (change: FieldChange) => entity === 'notification' && change.after === 0
  return changesOf(before, after)
    .filter((change) => !isVersion(change) && !isNobody(change))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}
