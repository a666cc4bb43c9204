import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { factsHash, factsOf, factsText, sheetsOf, totalsOf, type DaySheets } from './day-facts.ts'
import { findClosedDay, type ClosedDay } from './ledger-facts.ts'

/** Whether no later day is summed: what holds of this moment is asked of the newest day alone. */
async function isNewestDay(db: Reader, on: string): Promise<boolean> {
  const { rows } = await sql<{ on: string | null }>`
    select max(business_on) as on from reconcile_days`.execute(db)
  return rows[0]?.on === on
}

export interface Standing extends DaySheets {
  readonly day: ClosedDay
  readonly text: string
  readonly hash: string
}

/** A day as it stands now, with the text that closing it would freeze. */
export async function standingOf(db: Reader, day: ClosedDay): Promise<Standing> {
  const found = await sheetsOf(db, day.businessOn, day, await isNewestDay(db, day.businessOn))
  const text = factsText(factsOf(day, found))
  return { ...found, day, text, hash: factsHash(text) }
}

/** The day, held until the end of the transaction. @throws stateRefused where the ledger has not closed it */
export async function lockDay(tx: Tx, on: string): Promise<ClosedDay> {
  const day = await findClosedDay(tx, on, true)
  if (day === null) throw new ApiError('stateRefused', { details: { reason: 'ledgerOpen' } })
  return day
}

type Closing = Pick<ExecutionContext, 'tx' | 'actor' | 'record' | 'announce'> & {
  readonly closedById: string
  readonly approvalId: string | null
  readonly reason: string | null
}

/** Freezes a day as it stands. The day is held. */
export async function freezeDay(closing: Closing, standing: Standing): Promise<void> {
  const { tx, record, announce, closedById, approvalId, reason } = closing
  const { day, text, hash, items } = standing
  await tx
    .insertInto('reconcile_closes')
    .values({
      day_id: day.id,
      business_on: day.businessOn,
      round: day.round + 1,
      facts: text,
      facts_hash: hash,
      ledger_digest: Buffer.from(day.ledgerDigest, 'hex'),
      difference_count: items.length,
      closed_by: closedById,
      approval_id: approvalId,
    })
    .execute()
  await sql`update reconcile_days set state = 'closed', round = round + 1, version = version + 1,
      ${countsOf(items)} where id = ${day.id}`.execute(tx)
  const entityId = encodeId('reconcileDay', day.id)
  await record({
    entity: 'reconcileDay',
    entityId,
    action: 'dayClosed',
    reason,
    after: { businessOn: day.businessOn, differenceCount: items.length },
    detail: { round: day.round + 1, factsHash: hash, ledgerDigest: day.ledgerDigest },
  })
  await announce('reconcileDay', entityId, day.version + 1)
}

/** What the list of days shows of a count. */
export function countsOf(items: DaySheets['items']) {
  const { differenceCount, openCount, differenceMinor } = totalsOf(items)
  return sql`difference_count = ${differenceCount}::integer, open_count = ${openCount}::integer,
    difference_minor = ${differenceMinor}::bigint, checked_at = now()`
}
