import { deflateSync, crc32 } from 'node:zlib'
import { baseUrl, tokenOf } from './signed-in.ts'

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}
const [width, height] = [640, 400]

/** A page with a stripe: what people hold into the camera, as a PNG. */
export const passbook = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])),
  chunk(
    'IDAT',
    deflateSync(
      Buffer.concat(
        Array.from({ length: height }, (_, row) =>
          Buffer.alloc(width + 1, row % 40 < 4 ? 90 : 235).fill(0, 0, 1),
        ),
      ),
    ),
  ),
  chunk('IEND', Buffer.alloc(0)),
])

/** Uploads it for a member's change of account. @returns the id that the request names */
export async function uploadPassbook(memberId: string, role: string): Promise<string> {
  const answer = await fetch(`${baseUrl()}/api/v1/member/account-evidence/${memberId}`, {
    method: 'POST',
    headers: {
      'content-type': 'image/png',
      authorization: `Bearer ${await tokenOf(role)}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: passbook,
  })
  const { data } = (await answer.json()) as { data?: { id: string } }
  if (!data) throw new Error(`The upload was refused with ${answer.status}`)
  return data.id
}
