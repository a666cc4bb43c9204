import { lineRequestKinds, type LineHandling } from '@khlang/contract/pre-transactions/line-handling.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import { assertNoWaitingLink } from './links/link-approval.ts'

type Asked = z.output<typeof LineHandling>['asked']

interface Waiting {
  readonly id: string
  readonly kind: (typeof lineRequestKinds)[number]
  readonly maker: string
  readonly maker_id: string
}

/** The request about this line that waits, besides one to link or unlink it. */
async function waitingRequest(db: Reader, lineId: string): Promise<Waiting | undefined> {
  return db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', sql<Waiting['kind']>`p.kind`.as('kind'), 'p.maker_id', 'e.display_name as maker'])
    .where('p.kind', 'in', [...lineRequestKinds])
    .where('p.entity_id', '=', encodeId('statementLine', lineId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()
}

export async function askedOf(db: Reader, lineId: string, actor: EmployeeActor): Promise<Asked> {
  const waiting = await waitingRequest(db, lineId)
  if (!waiting) return null
  const { id, kind, maker } = waiting
  return { id, kind, maker, isOwn: waiting.maker_id === actor.id }
}

/** Of a line one thing is asked for at a time. @throws conflict with who asked */
export async function assertNothingWaits(db: Reader, lineId: string): Promise<void> {
  await assertNoWaitingLink(db, lineId)
  const waiting = await waitingRequest(db, lineId)
  if (!waiting) return
  const details = { reason: 'approvalPending' as const, by: waiting.maker, approvalId: waiting.id }
  throw new ApiError('conflict', { details })
}
