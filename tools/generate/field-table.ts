import { writeFileSync } from 'node:fs'
import { calls } from '@khlang/contract/calls.ts'
import type { Call } from '@khlang/contract/kit/define.ts'
import { z } from 'zod'
import { formCallNames } from './form-calls.ts'

/** What a browser is told of one field, as `packages/contract/src/derived/field-table.ts` says it. */
interface FieldRule {
  isRequired?: true
  min?: number
  max?: number
  pattern?: string
  choices?: readonly string[]
}

interface Shape {
  readonly type?: string
  readonly kind?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | false
  readonly items?: Shape
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A longer list has a file of its own that a browser reads: `value-lists.ts`, `event-codes.ts`. */
const choicesMax = 8
/** The first of these numbers of letters that a schema takes: what only its checks know, no shape says. */
const taken = (schema: z.ZodType, lengths: Iterable<number>): number | undefined =>
  [...lengths].find((length) => schema.safeParse('x'.repeat(length)).success)
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, length) => length)

/** `^[a-z0-9]{4,20}$`: all letters alike, so the pattern holds the lengths too. */
const lengthsOf = (pattern: string): readonly [number, number] | null => {
  const found = /^\^\[[^\]]+\]\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern)
  return found ? [Number(found[1]), Number(found[2] ?? found[1])] : null
}

function ruleOfText(shape: Shape, schema: z.ZodType): FieldRule {
  if (shape.enum) return shape.enum.length > choicesMax ? {} : { choices: shape.enum }
  // Nobody types an id, and a picker gives the dates: their patterns would be sent for nothing.
  const pattern = shape.kind === 'id' || shape.format !== undefined ? undefined : shape.pattern
  const lengths = pattern === undefined ? null : lengthsOf(pattern)
  const { maxLength } = shape
  const min = lengths?.[0] ?? taken(schema, upTo(20)) ?? 0
  const most = maxLength === undefined ? undefined : taken(schema, upTo(maxLength).toReversed())
  const max = lengths?.[1] ?? most ?? maxLength
  return {
    ...(schema.safeParse('').success ? {} : { isRequired: true }),
    ...(min > 0 ? { min } : {}),
    ...(max === undefined ? {} : { max }),
    ...(pattern === undefined ? {} : { pattern }),
  }
}

function ruleOfNumber({ minimum = -Infinity, maximum = Infinity }: Shape): FieldRule {
  const isBound = (limit: number) => Math.abs(limit) < Number.MAX_SAFE_INTEGER
  return {
    isRequired: true,
    ...(isBound(minimum) ? { min: minimum } : {}),
    ...(isBound(maximum) ? { max: maximum } : {}),
  }
}

/** A list of at least one is needed; any other list may be empty. */
function ruleOfList({ minItems: min = 0, maxItems: max }: Shape): FieldRule {
  return { ...(min > 0 ? { isRequired: true, min } : {}), ...(max === undefined ? {} : { max }) }
}

type Rows = readonly (readonly [string, FieldRule])[]

/** The schema itself, without what may take its place: nothing, null, a default. */
function coreOf(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? coreOf(schema.unwrap() as z.ZodType) : schema
}

/** The fields below one: of an object by their names, of a list or a map by `*`. */
function rowsBelow(path: string, shape: Shape, schema: z.ZodType): Rows {
  if (schema instanceof z.ZodObject) return rowsIn(`${path}.`, shape, schema)
  if (schema instanceof z.ZodArray && shape.items)
    return rowsOf(`${path}.*`, shape.items, schema.element as z.ZodType)
  if (schema instanceof z.ZodRecord && shape.additionalProperties)
    return rowsOf(`${path}.*`, shape.additionalProperties, schema.valueType as z.ZodType)
  return []
}

function rowsOf(path: string, whole: Shape, schema: z.ZodType): Rows {
  const shape = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole
  const core = coreOf(schema)
  const mayLack = schema.safeParse(undefined).success || schema.safeParse(null).success
  const { isRequired, ...limits } =
    shape.type === 'string'
      ? ruleOfText(shape, core)
      : shape.type === 'integer'
        ? ruleOfNumber(shape)
        : ruleOfList(shape)
  const isInList = path.endsWith('.*')
  return [
    [path, { ...(isRequired && !mayLack && !isInList ? { isRequired } : {}), ...limits }],
    ...rowsBelow(path, shape, core),
  ]
}

const rowsIn = (prefix: string, shape: Shape, schema: z.ZodObject): Rows =>
  Object.entries(shape.properties ?? {}).flatMap(([name, part]) =>
    rowsOf(`${prefix}${name}`, part, schema.shape[name] as z.ZodType),
  )

const callOf = (name: string): Call => {
  const [area = '', verb = ''] = name.split('.')
  const table: Readonly<Record<string, Readonly<Record<string, Call>>>> = calls
  const call = table[area]?.[verb]
  if (!call) throw new Error(`no call ${name}`)
  return call
}

/** The fields of a call that have a rule; what the path names and a version are nobody's to type. */
function fieldsOf(name: string): Rows {
  const { input } = callOf(name)
  const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape
  return rowsIn('', shape, input).filter(
    ([path, rule]) => path !== 'id' && path !== 'version' && Object.keys(rule).length > 0,
  )
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
const valueText = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : String(value)
}
/** One line of the table, or several where it is longer than lines are here. */
function rowText([path, rule]: Rows[number]): string[] {
  const name = /^\w+$/.test(path) ? path : quoted(path)
  const parts = Object.entries(rule).map(([word, value]) => `${word}: ${valueText(value)}`)
  const row = `    ${name}: { ${parts.join(', ')} },`
  return row.length <= 108 ? [row] : [`    ${name}: {`, ...parts.map((part) => `      ${part},`), '    },']
}

/** What a form must know of the fields of its call, without the schema. Never edited. */
export function fieldTableText(): string {
  const rows = formCallNames.flatMap((name) => {
    const fields = fieldsOf(name).flatMap(rowText)
    return fields.length === 0 ? [`  '${name}': {},`] : [`  '${name}': {`, ...fields, '  },']
  })
  return [
    '// Generated by tools/generate/call-table.ts from the contract; a test keeps it in step.',
    "import type { FormCall } from './form-calls.ts'",
    '',
    '/** Of one field: `isRequired` where an empty one is refused; of a text and a list the lengths. */',
    'export interface FieldRule {',
    '  readonly isRequired?: true',
    '  readonly min?: number',
    '  readonly max?: number',
    '  readonly pattern?: string',
    '  readonly choices?: readonly string[]',
    '}',
    '',
    'export const fieldTable = {',
    ...rows,
    '} as const satisfies Readonly<Record<FormCall, Readonly<Record<string, FieldRule>>>>',
    '',
  ].join('\n')
}

/** Writes the table where the console reads it. */
export function writeFieldTable(): void {
  writeFileSync(
    new URL('../../packages/contract/src/derived/field-table.ts', import.meta.url),
    fieldTableText(),
  )
}
