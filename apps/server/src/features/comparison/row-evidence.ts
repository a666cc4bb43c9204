import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { withoutBalances } from '../matching/message-text.ts'
import type { DayRowOf } from './find-row.ts'
import type { PlainRow } from './read-day.ts'
import { withDetails } from './row-details.ts'

type Detail = HandlerOutput<typeof preTransactionReconcile.reconcileDepositRow>

async function messagesOf(db: Reader, lineId: string, amountMinor: number, maySee: boolean) {
  const { rows } = await sql<Detail['messages'][number]>`
    select id, source, sender, raw_text as text, received_at as "receivedAt" from bank_messages
     where statement_line_id = ${lineId} order by id`.execute(db)
  return maySee ? rows : rows.map((each) => ({ ...each, text: withoutBalances(each.text, amountMinor) }))
}

/** Notes and signatures, and every request about the row, newest first. */
async function historyOf(db: Reader, rowId: string): Promise<Detail['history']> {
  const { rows } = await sql<Detail['history'][number]>`
    select n.created_at as at, e.display_name as by, n.kind as action, n.body as text
      from reconcile_notes n join employees e on e.id = n.by_id where n.row_id = ${rowId}
    union all
    select a.created_at, m.display_name, 'asked', a.reason
      from approvals a join employees m on m.id = a.maker_id where a.entity_id = ${rowId}
       and a.entity in ('statementLine', 'deposit', 'withdrawal', 'payout', 'ownTransfer')
    union all
    select a.settled_at, c.display_name, a.state, a.comment
      from approvals a left join employees c on c.id = a.checker_id
     where a.entity_id = ${rowId} and a.settled_at is not null
       and a.entity in ('statementLine', 'deposit', 'withdrawal', 'payout', 'ownTransfer')
     order by at desc limit 50`.execute(db)
  return rows
}

async function askedOf(db: Reader, rowId: string, actor: EmployeeActor): Promise<Detail['asked']> {
  const { rows } = await sql<{ id: string; maker: string; makerId: string }>`
    select a.id, m.display_name as maker, a.maker_id as "makerId"
      from approvals a join employees m on m.id = a.maker_id
     where a.entity_id = ${rowId} and a.state = 'pending' and a.expires_at > now()
       and a.kind in ('reconcileForceDeposit', 'reconcileForceWithdraw') limit 1`.execute(db)
  const [waiting] = rows
  return waiting ? { id: waiting.id, maker: waiting.maker, isOwn: waiting.makerId === actor.id } : null
}

/** What of the day may be the other side: open rows of the other kind, the nearest amounts first. Pure. */
function candidatesFor(row: PlainRow, rows: readonly PlainRow[]): PlainRow[] {
  if ((row.line === null) === (row.record === null)) return []
  const amount = row.line?.amountMinor ?? row.record?.amountMinor ?? 0
  const isOther = (other: PlainRow): boolean =>
    row.line === null
      ? other.line !== null && other.record === null
      : other.record !== null && other.line === null
  const amountOf = (other: PlainRow) => other.line?.amountMinor ?? other.record?.amountMinor ?? 0
  return rows
    .filter((other) => isOther(other) && (other.isOpen || other.class === 'expected'))
    .toSorted((a, b) => Math.abs(amountOf(a) - amount) - Math.abs(amountOf(b) - amount))
    .slice(0, 5)
}

/** One row with all that speaks for what it is. */
export async function detailOf(db: Reader, found: DayRowOf, actor: EmployeeActor): Promise<Detail> {
  const { row, plain, rows, side, accountId, on } = found
  const maySee = seesBalances(actor)
  const of = { accountId, on, direction: side === 'deposit' ? 'in' : 'out' } as const
  const candidates = await withDetails(db, candidatesFor(plain, rows), of, actor)
  return {
    accountId,
    on,
    row,
    messages: row.line ? await messagesOf(db, row.line.id, row.line.amountMinor, maySee) : [],
    candidates: candidates.map(({ id, line, record }) => ({
      id,
      amountMinor: line?.amountMinor ?? record?.amountMinor ?? 0,
      at: line?.at ?? record?.at ?? '',
      reference: record?.reference ?? null,
    })),
    history: await historyOf(db, row.id),
    asked: await askedOf(db, row.id, actor),
  }
}
