import type { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'

const indexMax = 100

/**
 * Query parameters as the contract serialises them: `name=value`, arrays as `name[0]=…&name[1]=…` without
 * gaps, in whatever order they come. Numbers and booleans are read where the schema expects them; anything
 * else stays text for the schema to judge.
 * @throws malformedRequest for what is no UTF-8
 * @throws invalidInput for doubles, nested names, gaps, indexes with zeros before them, more than 100 items
 */
export function readQuery(search: string, schema: z.ZodObject): Record<string, unknown> {
  assertUtf8(search)
  const flat: Record<string, string> = {}
  const lists = new Map<string, Map<number, string>>()
  for (const [name, value] of new URLSearchParams(search)) {
    const indexed = /^(\w+)\[(\d{1,3})\]$/.exec(name)
    if (indexed) {
      const [, of = '', index = ''] = indexed
      const items = lists.get(of) ?? new Map<number, string>()
      const at = Number(index)
      if (String(at) !== index || at >= indexMax || items.has(at) || of === '__proto__') refuse(of)
      lists.set(of, items.set(at, value))
    } else {
      if (Object.hasOwn(flat, name) || name === '__proto__') refuse(name)
      flat[name] = value
    }
  }
  const shape: Record<string, z.ZodType> = schema.shape as Record<string, z.ZodType>
  const merged: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(flat)) merged[name] = coerce(value, shape[name])
  for (const [name, items] of lists) {
    const list = Array.from({ length: items.size }, (_, at) => items.get(at) ?? refuse(name))
    if (Object.hasOwn(merged, name)) refuse(name)
    merged[name] = list.map((item) => coerce(item, elementOf(shape[name])))
  }
  return merged
}

/** `URLSearchParams` would put a replacement mark for what is no UTF-8. */
function assertUtf8(search: string): void {
  try {
    decodeURIComponent(search)
  } catch (cause) {
    throw new ApiError('malformedRequest', { cause })
  }
}

function refuse(name: string | undefined): never {
  throw new ApiError('invalidInput', { field: (name ?? '').slice(0, 60) })
}

interface Inner {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
}

function unwrapped(schema: z.ZodType | undefined): Inner | undefined {
  let inner = schema?.def as Inner | undefined
  while (inner?.innerType) inner = inner.innerType.def as Inner
  return inner
}

const elementOf = (schema: z.ZodType | undefined): z.ZodType | undefined => unwrapped(schema)?.element

function coerce(value: string, schema: z.ZodType | undefined): unknown {
  const type = unwrapped(schema)?.type
  if (type === 'number' && /^-?\d{1,19}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
