import { openApiDocument } from '@khlang/contract/derived/openapi.ts'
import { describe, expect, test } from 'vitest'
import { everyCall } from '../../testing/stub-handlers.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: object
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, unknown[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description?: string; $ref?: string }>
  'x-requires': unknown
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string }>; schemas: Record<string, object> }
}

const document = JSON.parse(JSON.stringify(openApiDocument('Khlang'))) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every `$ref` of a value, with where it stands. */
function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsOf(inner),
  )
}

describe('the OpenAPI document', () => {
  test('is a 3.1 document with title, version and paths', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toEqual({ title: 'Khlang', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/[^?#]*$/)
  })

  test('lists every call of the contract, and no other', () => {
    const listed = operations.map(({ path, method, operation }) =>
      [operation.operationId, method, path].join(' '),
    )
    const expected = everyCall.map(([name, call]) => [name, call.method.toLowerCase(), call.path].join(' '))
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test.each(operations.map((each) => [each.operation.operationId, each] as const))(
    '%s has the shape of an operation',
    (name, { path, operation }) => {
      const { parameters, responses, security, requestBody } = operation
      expect(operation.summary.length).toBeGreaterThan(5)
      expect(operation.tags).toEqual([name.split('.')[0]])
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(inPath)
      for (const each of parameters) {
        expect(['path', 'query']).toContain(each.in)
        if (each.in === 'path') expect(each.required).toBe(true)
        expect(each.schema).toBeTypeOf('object')
      }
      const uploads = {
        'members.uploadEvidence': 'image/*',
        'memberApi.showSlip': 'image/*',
        'preTransactions.readSlip': 'image/*',
        'gameCatalogue.providerLogo': 'image/*',
        'gameCatalogue.gameImage': 'image/*',
        'statementFiles.upload': 'application/octet-stream',
        'distributors.uploadReport': 'application/octet-stream',
        'gameCatalogue.readGames': 'application/octet-stream',
      }
      const body = (uploads as Readonly<Record<string, string>>)[name] ?? 'application/json'
      if (requestBody) expect(Object.keys(requestBody.content)).toEqual([body])
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', 'default']))
      for (const [status, each] of Object.entries(responses)) {
        expect(status).toMatch(/^([1-5]\d\d|default)$/)
        expect(each.description ?? each.$ref).toBeTypeOf('string')
      }
      for (const scheme of security.flatMap((each) => Object.keys(each)))
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme)
    },
  )

  test('says who may call: nobody for sign-in alone, a signature for machines, a token else', () => {
    for (const { operation } of operations) {
      const expected =
        operation['x-requires'] === 'public'
          ? []
          : [
              operation['x-requires'] === 'signature'
                ? { signature: [], machineKey: [], machineTime: [], machineNonce: [] }
                : { bearer: [] },
            ]
      expect(operation.security, operation.operationId).toEqual(expected)
    }
  })

  test('every reference leads somewhere within it', () => {
    for (const ref of new Set(refsOf(document))) {
      expect(ref).toMatch(/^#\//)
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
      expect(found, ref).toBeTypeOf('object')
    }
  })
})
