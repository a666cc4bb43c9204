import { createHash } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { openStatement } from '../../platform/files/kept-statements.ts'
import {
  planFault,
  planImport,
  type AccountNow,
  type ImportPlan,
  type PlanFault,
} from './joining/plan-import.ts'
import type { KeptFile } from './queries.ts'
import * as queries from './queries.ts'
import { FileRefused } from './reading/bounds.ts'
import { isOfAccount } from './reading/layout.ts'
import type { FileReading, ReadingWish, ReadStatement } from './reading/read-statement.ts'
import { readOnThread } from './reading/read-thread.ts'
import type { FileRow, RowError } from './reading/statement-rows.ts'

type Store = Pick<Services, 'db' | 'privateDir' | 'secrets'>

/** What is in bytes that somebody sent. @throws statementUnreadable */
export async function readBytes(bytes: Buffer, wish: ReadingWish | null): Promise<FileReading> {
  try {
    return await readOnThread(bytes, wish)
  } catch (cause) {
    if (cause instanceof FileRefused)
      throw new ApiError('statementUnreadable', { details: { reason: cause.fault }, cause })
    throw cause
  }
}

/** What is in a kept file. @throws statementGone, statementUnreadable */
export async function readKept(services: Store, file: KeptFile, wish: ReadingWish): Promise<FileReading> {
  const named = { id: file.privateFileId, sha256: file.sha256 }
  return readBytes(await openStatement(services.db, services, named), wish)
}

export interface PlannedImport {
  readonly plan: ImportPlan
  readonly account: AccountNow
  readonly errors: readonly RowError[]
  readonly fault: PlanFault | null
}

/** What importing it would do, as the account stands now. */
export async function planOf(
  db: Reader,
  file: KeptFile,
  { ordered, errors: rowErrors, statedAccount }: ReadStatement,
  nowMs: number,
): Promise<PlannedImport> {
  const times = ordered.rows.map(({ at }) => at).toSorted()
  const now = new Date(nowMs).toISOString()
  const account = await queries.accountNow(db, file.accountId, {
    from: times[0] ?? now,
    to: times.at(-1) ?? now,
  })
  const plan = planImport(ordered, account, nowMs)
  const late = plan.outOfTime.map(({ no, at }): RowError => ({
    no,
    fault: 'outOfTime',
    cell: at.slice(0, 10),
  }))
  const errors = [...rowErrors, ...late].toSorted((a, b) => a.no - b.no)
  const fault = planFault(plan, {
    errors: errors.length,
    holes: ordered.holes.length,
    hasBalances: file.hasBalances,
    isOther: statedAccount !== null && !isOfAccount(statedAccount, file.accountNo),
  })
  return { plan, account, errors, fault }
}

/** By this the rows that were agreed to are known again. */
export const hashOfRows = (rows: readonly FileRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rows.map((row) => [
          row.no,
          row.direction,
          row.amountMinor,
          row.balanceAfterMinor,
          row.at,
          row.precision,
        ]),
      ),
    )
    .digest('hex')
