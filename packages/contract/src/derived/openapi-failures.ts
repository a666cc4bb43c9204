import { z } from 'zod'
import type { Call, ErrorTable } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { anyCall, errorStatus, isErrorCode, type ErrorCode } from '../kit/errors.ts'

type Json = Record<string, unknown>

const detailsOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return { details: rest }
}

const errorShape = (code: Json, more: Json = {}): Json => ({
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code,
    message: { type: 'string' },
    field: { type: 'string' },
    requestId: { type: 'string' },
    ...more,
  },
})

const bodyOf = (error: Json): Json => ({ type: 'object', required: ['error'], properties: { error } })
const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } })

/** A failure of any call: it has a code and no details. Login's `error` is the bare text. */
export const failureSchema = bodyOf({
  anyOf: [{ type: 'string' }, errorShape({ enum: Object.keys(errorStatus) })],
})

const shapeOf = (errors: ErrorTable, code: ErrorCode): Json => {
  const schema = errors[code]
  return errorShape({ const: code }, schema && schema !== none ? detailsOf(schema) : {})
}

/** What a call refuses with, by status: each code of its own with its details; then what any call may. */
export function failuresOf({ errors = {} }: Call): Json {
  const codes = Object.keys(errors).filter(isErrorCode)
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  const own = [...byStatus].map(([status, here]) => [
    String(status),
    {
      description: here.join(', '),
      content: jsonOf(bodyOf({ anyOf: here.map((code) => shapeOf(errors, code)) })),
    },
  ])
  const others = anyCall.filter((code) => !codes.includes(code))
  return {
    ...Object.fromEntries(own),
    default: {
      description: `A failure that any call may meet: ${others.join(', ')}`,
      headers: {
        'retry-after': {
          description: 'After how many seconds to ask again, where waiting may help.',
          schema: { type: 'integer', minimum: 1 },
        },
      },
      content: jsonOf({ $ref: '#/components/schemas/Failure' }),
    },
  }
}
