import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Call } from '@khlang/contract/kit/define.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import { cleanPicture, pictureBytesMax, type CleanPicture } from '../../platform/security/pictures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a picture: nothing of it is read before the guard knows the caller. */
    readonly isUpload?: boolean
    /** The body is kept as it came, whatever it is, and read by nobody on the way. */
    readonly isRaw?: boolean
  }
}

/** What was uploaded: made harmless, and what it was before by its hash, so that a repeat is known. */
export interface Upload {
  readonly picture?: CleanPicture
  /** A bank's statement as it came: what is in it is judged by whoever reads it, on a thread of its own. */
  readonly statement?: Buffer
  readonly sentHash: string
}

/** What a handler is given of it. */
export const uploadedOf = (upload: Upload | null) => ({
  picture: upload?.picture,
  statement: upload?.statement,
})

type UploadKind = NonNullable<Call['upload']>
const megabyte = 1024 * 1024
const statementMegabytes = 10

const refusedAs = (kind: UploadKind): ApiError =>
  kind === 'statement'
    ? new ApiError('statementTooLarge', { field: 'statement' })
    : new ApiError('pictureTooLarge', { field: 'picture' })

/** The bytes of a body, as far as the bound. What comes after it is drained by the server, not kept. */
function bytesOf(body: Readable, bytesMax: number, tooLarge: ApiError): Promise<Buffer> {
  return new Promise((done, fail) => {
    const parts: Buffer[] = []
    let size = 0
    const refuse = (error: ApiError): void => {
      parts.length = 0
      body.removeAllListeners('data')
      body.resume()
      fail(error)
    }
    body.on('data', (part: Buffer) => {
      size += part.length
      if (size > bytesMax) refuse(tooLarge)
      else parts.push(part)
    })
    body.once('end', () => done(Buffer.concat(parts)))
    body.once('error', () => refuse(new ApiError('malformedRequest')))
    body.once('close', () => refuse(new ApiError('malformedRequest')))
  })
}

interface Wanted {
  readonly kind: UploadKind
  readonly megabytes?: number | undefined
  /** So many pixels a side a picture is kept with at most. */
  readonly side?: number | undefined
}

/**
 * Reads the file of a call that takes one: bytes alone, as `image/*` (of pictures) or
 * `application/octet-stream`.
 * @param signedHash what whoever signed the call says that the bytes are; undefined where nobody signed
 * @throws unsupportedMediaType, requiredField, pictureTooLarge, statementTooLarge, badSignature, and what
 *   `cleanPicture` throws
 */
export async function readUpload(
  request: FastifyRequest,
  { kind, megabytes, side }: Wanted,
  signedHash?: unknown,
): Promise<Upload> {
  const { body, headers } = request
  const isStatement = kind === 'statement'
  const field = isStatement ? 'statement' : 'picture'
  const bytesMax = isStatement ? (megabytes ?? statementMegabytes) * megabyte : pictureBytesMax
  const type = headers['content-type'] ?? ''
  if (body === undefined && type === '') throw new ApiError('requiredField', { field })
  const types = isStatement ? /^application\/octet-stream/i : /^(image\/|application\/octet-stream)/i
  if (!(body instanceof Readable) || !types.test(type)) throw new ApiError('unsupportedMediaType')
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw refusedAs(kind)
  const bytes = await bytesOf(body, bytesMax, refusedAs(kind))
  if (bytes.length === 0) throw new ApiError('requiredField', { field })
  const sentHash = createHash('sha256').update(bytes).digest('hex')
  if (signedHash !== undefined && sentHash !== signedHash) throw new ApiError('badSignature')
  return isStatement
    ? { statement: bytes, sentHash }
    : { picture: await cleanPicture(bytes, side), sentHash }
}
