import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
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
  readonly picture: CleanPicture
  readonly sentHash: string
}

/** The bytes of a body, as far as the bound. What comes after it is drained by the server, not kept. */
function bytesOf(body: Readable): Promise<Buffer> {
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
      if (size > pictureBytesMax) refuse(new ApiError('pictureTooLarge', { field: 'picture' }))
      else parts.push(part)
    })
    body.once('end', () => done(Buffer.concat(parts)))
    body.once('error', () => refuse(new ApiError('malformedRequest')))
    body.once('close', () => refuse(new ApiError('malformedRequest')))
  })
}

/**
 * Reads the picture of a call that takes one: bytes alone, as `image/*` or `application/octet-stream`.
 * @throws unsupportedMediaType, requiredField, pictureTooLarge, and what `cleanPicture` throws
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { body, headers } = request
  const type = headers['content-type'] ?? ''
  if (body === undefined && type === '') throw new ApiError('requiredField', { field: 'picture' })
  if (!(body instanceof Readable) || !/^(image\/|application\/octet-stream)/i.test(type))
    throw new ApiError('unsupportedMediaType')
  if (Number(headers['content-length'] ?? 0) > pictureBytesMax)
    throw new ApiError('pictureTooLarge', { field: 'picture' })
  const bytes = await bytesOf(body)
  if (bytes.length === 0) throw new ApiError('requiredField', { field: 'picture' })
  const sentHash = createHash('sha256').update(bytes).digest('hex')
  return { picture: await cleanPicture(bytes), sentHash }
}
