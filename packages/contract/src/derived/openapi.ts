import { z } from 'zod'
import { calls } from '../calls.ts'
import { rateOf, type Call, type CallTable } from '../kit/define.ts'
import { failureSchema, failuresOf } from './openapi-failures.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}

function inputOf(call: Call): Json {
  const params = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const whole = schemaOf(call.input) as { properties?: Record<string, Json>; required?: string[] }
  const properties = whole.properties ?? {}
  const required = new Set(whole.required ?? [])
  const path = params.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? {} }))
  const rest = Object.entries(properties).filter(([name]) => !params.includes(name))
  if (call.method === 'GET') {
    const query = rest.map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema,
    }))
    return { parameters: [...path, ...query] }
  }
  if (call.upload)
    return {
      parameters: path,
      requestBody: {
        required: true,
        content: { [call.upload === 'statement' ? 'application/octet-stream' : 'image/*']: { schema: {} } },
      },
    }
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: rest.map(([name]) => name).filter((name) => required.has(name)),
    additionalProperties: false,
  }
  const isRequired = body.required.length > 0
  return {
    parameters: path,
    requestBody: { required: isRequired, content: { 'application/json': { schema: body } } },
  }
}

/** What a call answers that answers no JSON; null for all the others. */
function bytesOf(call: Call): Json | null {
  if (call.stream) return { description: 'Event stream', content: { 'text/event-stream': {} } }
  if (call.file) return { description: 'A file', content: { [call.file]: {} } }
  return null
}

function idempotencyOf({ idempotent }: Call): string {
  if (idempotent === 'whenGiven') return 'optional'
  return idempotent ? 'required' : 'none'
}

const headerScheme = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

/** What a machine sends with every call, reads too. */
const signedHeaders = {
  signature: headerScheme(
    'x-khlang-signature',
    'HMAC-SHA-256 in hexadecimal, with the secret of the key, of time, nonce, method, path with query ' +
      'and the bytes of the body, joined by dots.',
  ),
  machineKey: headerScheme('x-khlang-key', 'The name of the key.'),
  machineTime: headerScheme(
    'x-khlang-timestamp',
    'Seconds since 1970; beyond five minutes from ours: staleTimestamp.',
  ),
  machineNonce: headerScheme(
    'x-khlang-nonce',
    '8 to 64 letters, digits, _ or -; new for every attempt, reads and repeats too, or: replayedNonce.',
  ),
}
const signedBy = Object.fromEntries(Object.keys(signedHeaders).map((name) => [name, []]))

function operationOf(name: string, call: Call): Json {
  const security =
    call.requires === 'public' ? [] : call.requires === 'signature' ? [signedBy] : [{ bearer: [] }]
  return {
    operationId: name,
    summary: call.summary,
    tags: [name.split('.')[0]],
    security,
    'x-requires': call.requires,
    'x-scope': call.scope,
    'x-money': call.money ?? 'no',
    'x-step-up': call.stepUp ?? 'none',
    'x-rate': rateOf(call),
    'x-idempotency': idempotencyOf(call),
    ...inputOf(call),
    responses: {
      200: bytesOf(call) ?? {
        description: 'Done',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { data: schemaOf(call.output) }, required: ['data'] },
          },
        },
      },
      ...failuresOf(call),
    },
  }
}

/** The OpenAPI 3.1 document of every call. */
export function openApiDocument(brand: string): Json {
  const paths: Record<string, Json> = {}
  for (const [area, table] of Object.entries(calls) as [string, CallTable][]) {
    for (const [name, call] of Object.entries(table)) {
      paths[call.path] = {
        ...paths[call.path],
        [call.method.toLowerCase()]: operationOf(`${area}.${name}`, call),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: brand, version: '0.1.0' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        ...signedHeaders,
      },
      schemas: { Failure: failureSchema },
    },
  }
}
