import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '../calls.ts'
import type { CallTable } from './define.ts'
import { none, reason } from './error-details.ts'
import { openApiDocument } from '../derived/openapi.ts'

const declared = (Object.entries(calls) as [string, CallTable][]).flatMap(([area, table]) =>
  Object.entries(table).flatMap(([name, { errors = {} }]) =>
    Object.entries(errors)
      .filter(([, schema]) => schema !== none)
      .map(([code, schema]) => [`${area}.${name}`, code, schema] as const),
  ),
)

interface Shape {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly propertyNames?: object
  readonly additionalProperties?: Shape | boolean
  readonly $ref?: string
}

/** The places of a schema through which more could leave than it says: open objects, values of any kind. */
function openPlaces(shape: Shape, at = 'details'): string[] {
  const either = shape.anyOf ?? shape.oneOf
  if (either) return either.flatMap((each) => openPlaces(each, at))
  if (shape.items) return openPlaces(shape.items, `${at}[]`)
  if (shape.propertyNames) return openPlaces(shape.additionalProperties as Shape, `${at}.*`)
  if (shape.type !== 'object') return shape.type === undefined && !('const' in shape) ? [at] : []
  const inner = Object.entries(shape.properties ?? {})
  return [
    ...(shape.additionalProperties === false ? [] : [at]),
    ...inner.flatMap(([name, each]) => openPlaces(each, `${at}.${name}`)),
  ]
}
const openIn = (schema: z.ZodType) =>
  openPlaces(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)

describe('the details of an error', () => {
  test.each(declared)('%s %s are strict: nothing leaves that is not named', (_name, _code, schema) => {
    expect(openIn(schema)).toEqual([])
    expect(schema.safeParse({ madeUp: 1 }).success).toBe(false)
  })

  test('that were open would be found by this test', () => {
    expect(openIn(z.object({ a: z.object({ b: z.string() }) }))).toEqual(['details', 'details.a'])
    const open = z.strictObject({ list: z.array(z.looseObject({ a: z.string() })), any: z.unknown() })
    expect(openIn(open)).toEqual(['details.list[]', 'details.any'])
  })

  test('are declared for most of what can be refused with facts', () => {
    expect(declared.length).toBeGreaterThan(70)
  })

  test('a reason is one of those that are named', () => {
    const schema = reason('one', 'two')
    expect(schema.safeParse({ reason: 'two' }).success).toBe(true)
    expect(schema.safeParse({ reason: 'three' }).success).toBe(false)
  })
})

describe('the OpenAPI document', () => {
  interface Document {
    readonly paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  }
  const { paths } = openApiDocument('Khlang') as unknown as Document
  const responsesOf = (path: string) => paths[path]?.['post']?.responses ?? {}

  test('shows the details of a code where the call has some', () => {
    const conflict = JSON.stringify(responsesOf('/api/v1/pre-transaction/claim/{id}')['409'])
    expect(conflict).toContain('{"const":"claimedByOther"}')
    expect(conflict).toContain('"until":{"type":"string"')
    expect(conflict).not.toContain('$ref')
  })

  test('shows none where the code says it all', () => {
    const refused = JSON.stringify(responsesOf('/api/v1/member/create')['409'])
    expect(refused).toContain('{"const":"phoneInUse"}')
    expect(refused).not.toContain('"details"')
  })
})
