import { randomUUID } from 'node:crypto'
import type { Person, TestServer } from '../server.ts'

/** One pixel. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Sends bytes as a person's upload for a member's change of account, as the console does. */
export const sendPicture = (
  server: Pick<TestServer, 'fetch'>,
  person: Pick<Person, 'token'>,
  memberId: string,
  bytes: Uint8Array = tinyPicture,
  headers: Record<string, string> = {},
) =>
  server.fetch(`/api/v1/member/account-evidence/${memberId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body: Buffer.from(bytes),
  })

/** The id of a fresh picture that proves a change of account. */
export async function uploadEvidence(
  server: Pick<TestServer, 'fetch'>,
  person: Pick<Person, 'token'>,
  memberId: string,
): Promise<string> {
  const answer = await sendPicture(server, person, memberId)
  const body = (await answer.json()) as { data?: { id: string } }
  if (!body.data) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return body.data.id
}
