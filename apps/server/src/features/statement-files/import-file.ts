import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import type { Intake } from '../bank-lines/intake/intake.ts'
import { lockFeed } from '../bank-lines/intake/intake-queries.ts'
import { LineWork } from '../bank-lines/line-work.ts'
import { endFile, storedRows } from './file-writes.ts'
import { closeGaps, moveChain } from './heal-chain.ts'
import { planImport } from './joining/plan-import.ts'
import { storeLines } from './store-lines.ts'
import { fillKnown, healLines } from './known-lines.ts'
import { accountNow, type KeptFile } from './queries.ts'

interface Agreed {
  readonly approvalId: string | null
  readonly reason: string
  /** Not more rows than these become lines: messages may have come since. */
  readonly newMax: number
}

/** Rows of before the opening were left out when the file was asked for. */
const fromTheFirst = '2000-01-01T00:00:00.000Z'

/**
 * The rows that were agreed to become lines of their account, all of them, or nothing happens. Judged anew:
 * what a phone told meanwhile is joined, and what contradicts by now ends the act.
 * @throws conflict
 */
export async function importFile(context: ExecutionContext, file: KeptFile, agreed: Agreed): Promise<void> {
  const { tx, services, settings, requestId, actor, record, announce } = context
  // One posting of thousands takes longer than a call's usual statement.
  await sql`set local statement_timeout = '2min'`.execute(tx)
  const nowMs = services.now()
  const feed = await lockFeed(tx, file.accountId)
  const rows = await storedRows(tx, file.id)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new ApiError('internal', { cause: new Error('a file without rows') })
  const account = await accountNow(tx, file.accountId, { from: first.at, to: last.at })
  const plan = planImport({ rows }, { ...account, anchorAt: fromTheFirst }, nowMs)
  const isOther =
    plan.newRows.length > agreed.newMax || plan.contradictions.some(({ isBlocking }) => isBlocking)
  if (isOther) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  const intake: Intake = {
    tx,
    settings,
    nowMs,
    account: { id: file.accountId, hasBalances: account.hasBalances },
    actor: { kind: 'machine', id: 'system', name: 'system', address: '', requestId },
  }
  const work = new LineWork(intake, [])
  const lineIds = await storeLines(work, file, plan)
  // What the file says beyond the messages speaks for links: two agree to it, or it stays in the file.
  if (agreed.approvalId !== null) await fillKnown(tx, file.id)
  await healLines(work, plan)
  await closeGaps(tx, file.accountId, plan)
  const lastLineId = lineIds.get(last.no) ?? feed.last_line_id
  if (account.hasBalances) await moveChain(work, feed, plan, lastLineId)
  await endFile(tx, file.id, { state: 'imported', approvalId: agreed.approvalId, by: actor.id })
  await record({
    entity: 'bankAccount',
    entityId: encodeId('bankAccount', file.accountId),
    action: 'statementImported',
    reason: agreed.reason,
    detail: {
      file: encodeId('statementFile', file.id),
      sha256: file.sha256,
      rows: rows.length,
      added: plan.newRows.length,
      known: plan.known.size,
      healed: plan.healed.length + plan.followers.length,
    },
  })
  await announce('bankAccount', encodeId('bankAccount', file.accountId))
  await work.finish()
  await sql`set local statement_timeout to default`.execute(tx)
}
