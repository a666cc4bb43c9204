import { open } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { SentFile } from '../../platform/call/context.ts'
import { dataHeaders } from './headers.ts'

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
