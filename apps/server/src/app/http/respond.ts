import { open } from 'node:fs/promises'
import type { SentFile } from '../../platform/call/context.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import { constraintRefusal } from '../../platform/db/constraint-refusals.ts'
import type { Log } from '../../platform/call/context.ts'
import { sqlState } from '../../platform/db/db.ts'
import { errorText, languageOf } from '../../platform/texts.ts'
import { dataHeaders } from './headers.ts'

// The database's own words for "not now": the caller may repeat with the same key.
const passing = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08000',
  '53100',
  '53200',
  '57014',
  '25P03',
  '58030',
  // Deadlocks and failed serialisations, when every repetition met another.
  '40001',
  '40P01',
])
const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Any failure as an ApiError; what nobody foresaw is `internal`, what passes by itself is `unavailable`. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const taken = constraintRefusal(error)
  if (taken) return taken
  const state = sqlState(error)
  // The last judge of who remains in charge is the database (migration 0010).
  if (state === 'KL106') return new ApiError('lastAdmin', { cause: error })
  if (state === '55P03') return new ApiError('idempotencyInProgress', { retryAfterS: 1, cause: error })
  if (state !== undefined && (passing.has(state) || connectionLost.has(state))) {
    return new ApiError('unavailable', { retryAfterS: 2, cause: error })
  }
  if (
    error instanceof Error &&
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message)
  ) {
    return new ApiError('unavailable', { retryAfterS: 2, cause: error })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  // Files that are not there, or that are not for everybody, are alike.
  if (status === 404 || status === 403) return new ApiError('notFound', { cause: error })
  if (status === 413) return new ApiError('tooLarge', { cause: error })
  if (status === 415) return new ApiError('unsupportedMediaType', { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new ApiError('malformedRequest', { cause: error })
  return new ApiError('internal', { cause: error })
}

/** Whoever asked went away before a packed answer was out: nobody's failure. */
const hasLeft = (cause: unknown): boolean =>
  (cause as { code?: unknown } | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE'

interface Telling {
  readonly log: Log
  /** What the contract lets leave of the error's own details. */
  readonly details?: unknown
  /** Login's error is the bare text, as the specification prints it. */
  readonly isBareText?: boolean
}

/** Sends a failure in the caller's language. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  { log, details, isBareText = false }: Telling,
): FastifyReply {
  const message = errorText(error.code, languageOf(request.headers['accept-language']), details)
  if (error.status >= 500 && error.code !== 'unavailable' && !hasLeft(error.cause)) {
    log.error(
      { requestId: request.id, code: error.code, cause: String((error.cause as Error | undefined)?.stack) },
      'failed',
    )
  }
  const body = isBareText
    ? { error: message }
    : {
        error: {
          code: error.code,
          message,
          ...(error.field === undefined ? {} : { field: error.field }),
          ...(details === undefined ? {} : { details }),
          requestId: request.id,
        },
      }
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS))
  return reply
    .code(error.status)
    .headers(dataHeaders)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Bytes as they lie on the disk, never whole in memory; or a picture that was sealed there. */
export async function sendFile(reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const content = 'content' in file ? file.content : (await open(file.path)).createReadStream()
  return reply
    .code(200)
    .headers(dataHeaders)
    .header('content-length', 'content' in file ? file.content.length : file.bytes)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.mimeType)
    .send(content)
}
