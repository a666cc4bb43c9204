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
import { FileRefused, type TextSheet } from './reading/bounds.ts'
import type { FileMapping } from './reading/fields.ts'
import { isOfAccount, statedAccountOf } from './reading/layout.ts'
import { readOnThread } from './reading/read-thread.ts'
import { orderRows, type OrderedRows } from './reading/running-balance.ts'
import { statementRows, type FileRow, type RowError, type StatementRows } from './reading/statement-rows.ts'

type Store = Pick<Services, 'db' | 'privateDir' | 'secrets'>

/** What somebody sent, as text. @throws statementUnreadable */
export async function sheetOf(bytes: Buffer): Promise<TextSheet> {
  try {
    return await readOnThread(bytes)
  } catch (cause) {
    if (cause instanceof FileRefused)
      throw new ApiError('statementUnreadable', { details: { reason: cause.fault }, cause })
    throw cause
  }
}

/** A kept file, as text. @throws statementGone, statementUnreadable */
export async function keptSheet(services: Store, file: KeptFile): Promise<TextSheet> {
  const named = { id: file.privateFileId, sha256: file.sha256 }
  return sheetOf(await openStatement(services.db, services, named))
}

/** Everything that a mapping makes of a file. */
export interface ReadStatement {
  readonly read: StatementRows
  readonly ordered: OrderedRows
  readonly statedAccount: string | null
}

export function readStatement(sheet: TextSheet, mapping: FileMapping, nowMs: number): ReadStatement {
  const read = statementRows(sheet.rows, mapping, nowMs)
  return {
    read,
    ordered: orderRows(read.rows),
    statedAccount: statedAccountOf(sheet.rows, mapping.headerRow),
  }
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
  { read, ordered, statedAccount }: ReadStatement,
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
  const errors = [...read.errors, ...late].toSorted((a, b) => a.no - b.no)
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
