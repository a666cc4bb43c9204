import type { Call } from '@khlang/contract/kit/define.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { RawBody } from '../../platform/call/context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a body that a call takes unread. */
    rawBytes: Buffer | undefined
  }
}

type Done = (error: Error | null, body?: unknown) => void

/** What a machine tells that is kept as it came: no gateway needs more. */
const rawLimit = 64 * 1024

export function keepRaw(request: FastifyRequest, body: Buffer, done: Done): void {
  if (body.length > rawLimit) return done(new ApiError('tooLarge'))
  request.rawBytes = body
  done(null)
}

/** A body of any other type, for a call that takes it unread. */
export function collectRaw(request: FastifyRequest, payload: NodeJS.ReadableStream, done: Done): void {
  const parts: Buffer[] = []
  let size = 0
  payload.on('data', (part: Buffer) => {
    size += part.length
    if (size <= rawLimit) parts.push(part)
  })
  payload.once('end', () =>
    size > rawLimit ? done(new ApiError('tooLarge')) : keepRaw(request, Buffer.concat(parts), done),
  )
  payload.once('error', () => done(new ApiError('malformedRequest')))
}

/** The body of such a call with its headers; of a header that came twice nobody knows which was meant. */
export function rawOf(call: Call, request: FastifyRequest): RawBody | undefined {
  if (!call.raw) return undefined
  const headers = Object.entries(request.raw.headersDistinct).map(([name, values]) => [
    name,
    values?.length === 1 ? values[0] : undefined,
  ])
  return { bytes: request.rawBytes ?? Buffer.alloc(0), headers: Object.fromEntries(headers) }
}
