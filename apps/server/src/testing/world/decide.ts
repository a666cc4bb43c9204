import { randomUUID } from 'node:crypto'
import type { Person } from '../server.ts'

/** Of people in tests who decide: nobody there has an authenticator, so they prove themselves by it. */
export const decidePassword = 'seven-quiet-herons-by-the-pier'

/** Decides a request as a person does who has read it: with the hash of what was shown. */
export async function decideAs(
  person: Person,
  approvalId: string | null,
  isApproved = true,
  comment = 'looked at it',
) {
  const id = approvalId ?? ''
  const { documentHash } = await person.call('approvals.get', { id })
  return person.call(
    'approvals.decide',
    { id, isApproved, comment, documentHash, password: decidePassword },
    { idempotencyKey: randomUUID() },
  )
}
