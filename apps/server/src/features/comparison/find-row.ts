import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { DayOf } from './day-queries.ts'
import type { Side } from './day-shapes.ts'
import type { CompareRow } from './may-decide.ts'
import { plainOf } from './plain-queries.ts'
import { judgeDay, plainRow, uuidOfRow, type PlainRow } from './read-day.ts'
import { outsideRowId, withDetails } from './row-details.ts'

export interface Looking {
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
  readonly nowMs: number
}

interface Account {
  readonly id: string
  readonly bank: string
  readonly label: string
  readonly role: 'deposit' | 'withdrawal' | 'holding'
}

/** Our accounts, those of a side first, of each those that are closed last. */
export async function accountsOf(db: Reader, side: Side): Promise<Account[]> {
  const role = side === 'deposit' ? 'deposit' : 'withdrawal'
  const { rows } = await sql<Account>`
    select id, bank, label, role from bank_accounts
     order by (role = ${role}) desc, state = 'closed', priority, label, id`.execute(db)
  return rows
}

/** Which day of which account is asked for: the first account of the side and today, where none is named. */
export async function dayOf(
  db: Reader,
  side: Side,
  asked: { readonly accountId?: string | undefined; readonly on?: string | undefined },
  { settings, nowMs }: Pick<Looking, 'settings' | 'nowMs'>,
): Promise<DayOf & { readonly account: string }> {
  const accounts = await accountsOf(db, side)
  const account =
    asked.accountId === undefined ? accounts[0] : accounts.find((a) => a.id === asked.accountId)
  if (!account) throw new ApiError('notFound', { field: 'accountId' })
  return {
    accountId: account.id,
    on: asked.on ?? businessOn(settings, nowMs),
    direction: side === 'deposit' ? 'in' : 'out',
    account: `${account.bank} ${account.label}`,
  }
}

export interface DayRowOf {
  readonly accountId: string
  readonly account: string
  readonly on: string
  readonly side: Side
  readonly row: CompareRow
  /** Those of the day that were judged. */
  readonly rows: readonly PlainRow[]
  readonly plain: PlainRow
}

/** One row of a day, with both sides. @throws notFound */
export async function findRow(
  db: Reader,
  asked: {
    readonly accountId?: string | undefined
    readonly on?: string | undefined
    readonly side: Side
    readonly id: string
  },
  looking: Looking,
): Promise<DayRowOf> {
  const of = await dayOf(db, asked.side, asked, looking)
  const { rows } = await judgeDay(db, of, looking)
  const uuid = uuidOfRow(asked.id)
  const pair = uuid === null ? undefined : await plainOf(db, of, uuid)
  const plain = [...rows, ...(pair ? [plainRow(pair)] : [])].find(
    (row) => row.id === uuid && outsideRowId(row, of) === asked.id,
  )
  const [row] = plain ? await withDetails(db, [plain], of, looking.actor) : []
  if (!plain || !row) throw new ApiError('notFound')
  return { accountId: of.accountId, account: of.account, on: of.on, side: asked.side, row, rows, plain }
}
