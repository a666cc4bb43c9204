import { randomUUID } from 'node:crypto'
import type { Person } from '../server.ts'

/** Of people in tests who settle: nobody there has an authenticator, so they prove themselves by it. */
export const settlePassword = 'seven-quiet-herons-by-the-pier'

/** Settles a request as a person does who has read it: with the hash of what was shown. */
export async function settleAs(
  person: Person,
  approvalId: string | null,
  isApproved = true,
  comment = 'looked at it',
) {
  const id = approvalId ?? ''
  const { documentHash } = await person.call('approvals.get', { id })
  return person.call(
    'approvals.settle',
    { id, isApproved, comment, documentHash, password: settlePassword },
    { idempotencyKey: randomUUID() },
  )
}
