import { createHash } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import type { DayOf } from './day-queries.ts'
import type { RecordKind } from './day-shapes.ts'
import { decisionsOf, type CompareRow } from './may-decide.ts'
import type { PlainRow } from './read-day.ts'

type CompareLine = NonNullable<CompareRow['line']>
type CompareRecord = NonNullable<CompareRow['record']>

/** Ids of a row's two sides; those of a plain pair are all that is known of it. */
const lineIdOf = ({ line, plain }: PlainRow): string | null => line?.id ?? plain?.lineId ?? null
const recordIdOf = ({ record, plain }: PlainRow): string | null => record?.id ?? plain?.recordId ?? null
const kindOf = ({ record }: PlainRow, { direction }: DayOf): RecordKind =>
  record?.kind ?? (direction === 'in' ? 'deposit' : 'withdrawal')
/** The id of a row as the outside spells it. */
export function outsideRowId(row: PlainRow, of: DayOf): string {
  const lineId = lineIdOf(row)
  return lineId === null ? encodeId(kindOf(row, of), row.id) : encodeId('statementLine', lineId)
}

async function linesOf(db: Reader, ids: readonly string[], maySee: boolean) {
  if (ids.length === 0) return new Map<string, CompareLine>()
  const { rows } = await sql<CompareLine>`
    select l.id, l.direction, l.amount_minor as "amountMinor", coalesce(l.bank_time, l.received_at) as at,
           l.bank_time is not null and l.bank_time_precision <> 'none' as "isBankTime",
           l.value_on as "valueOn", case when ${maySee}::boolean then l.balance_after_minor end
             as "balanceAfterMinor", l.chain, l.state, l.payer_bank as "payerBank",
           l.payer_mask as "payerMask", l.payer_name as "payerName", l.channel, l.ref, l.source,
           e.display_name as handler, l.version
      from statement_lines l left join employees e on e.id = l.handled_by
     where l.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((line) => [line.id, line]))
}

type Raw = Omit<CompareRecord, 'id'> & { readonly id: string }

/** Our records by their ids, whatever they are. */
async function recordsOf(db: Reader, ids: readonly string[]): Promise<Map<string, CompareRecord>> {
  if (ids.length === 0) return new Map()
  const all = [...ids]
  const { rows } = await sql<Raw>`
    select 'deposit' as kind, d.id, d.reference, coalesce(d.amount_minor, d.amount_requested_minor, 0)
             as "amountMinor", coalesce(d.credited_at, d.created_at) as at, d.business_on as "businessOn",
           d.state, json_build_object('id', m.id, 'username', m.username) as member, d.version
      from deposits d join members m on m.id = d.member_id where d.id = any(${all}::uuid[])
    union all
    select 'withdrawal', w.id, w.reference, w.amount_minor - w.fee_minor,
           coalesce(w.sent_at, w.paid_at, w.requested_at), coalesce((select p.business_on from payouts p
             where p.withdrawal_id = w.id and p.state <> 'failed'), w.business_on), w.state,
           json_build_object('id', m.id, 'username', m.username), w.version
      from withdrawals w join members m on m.id = w.member_id where w.id = any(${all}::uuid[])
    union all
    select 'payout', p.id, w.reference, p.amount_minor, p.created_at, p.business_on, p.state,
           json_build_object('id', m.id, 'username', m.username), w.version
      from payouts p join withdrawals w on w.id = p.withdrawal_id join members m on m.id = w.member_id
     where p.id = any(${all}::uuid[])
    union all
    select 'ownTransfer', t.id, t.reference, t.amount_minor, coalesce(t.approved_at, t.created_at),
           t.business_on, t.state, null, t.version
      from own_transfers t where t.id = any(${all}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, id: encodeId(row.kind, row.id) }]))
}

/** Changes when the line, the record or what they are to each other does. */
const factsOf = (row: PlainRow, line: CompareLine | null, record: CompareRecord | null): string =>
  createHash('sha256')
    .update(
      [row.was ?? row.class, line?.version, record?.version, row.theirsMinor, row.oursMinor].join(' '),
    )
    .digest('hex')
    .slice(0, 16)

/** The payments that rows repeat, or that fees are of. */
async function othersOf(db: Reader, ids: readonly string[]) {
  const [records, lines] = await Promise.all([recordsOf(db, ids), linesOf(db, ids, false)])
  return (id: string | null): CompareRow['other'] => {
    const record = id === null ? undefined : records.get(id)
    if (record) return { reference: record.reference, at: record.at }
    const line = id === null ? undefined : lines.get(id)
    return line ? { reference: encodeId('statementLine', line.id), at: line.at } : null
  }
}

/** The newest note of each row, and rows of which a signature waits. */
async function notesOf(db: Reader, rowIds: readonly string[]) {
  const { rows } = await sql<{ id: string; note: string | null; isAsked: boolean }>`
    select r.id, (select n.body from reconcile_notes n where n.row_id = r.id order by n.id desc limit 1)
             as note, exists (select from approvals a where a.entity_id = r.id and a.state = 'pending'
               and a.kind in ('reconcileForceDeposit', 'reconcileForceWithdraw') and a.expires_at > now()
               and a.entity in ('statementLine', 'deposit', 'withdrawal', 'payout', 'ownTransfer'))
             as "isAsked"
      from unnest(${[...rowIds]}::text[]) r (id)`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rows as a person reads them: both sides whole, whose each is, what was noted. */
export async function withDetails(
  db: Reader,
  rows: readonly PlainRow[],
  of: DayOf,
  actor: EmployeeActor,
): Promise<CompareRow[]> {
  const present = <T>(values: readonly (T | null)[]): T[] => values.flatMap((v) => (v === null ? [] : [v]))
  const ids = rows.map((row) => outsideRowId(row, of))
  const [lines, records, other, notes] = await Promise.all([
    linesOf(db, present(rows.map(lineIdOf)), seesBalances(actor)),
    recordsOf(db, present(rows.map(recordIdOf))),
    othersOf(db, present(rows.map(({ otherId }) => otherId))),
    notesOf(db, ids),
  ])
  return rows.map((row, at) => {
    const id = ids[at] ?? ''
    const line = lines.get(lineIdOf(row) ?? '') ?? null
    const record = records.get(recordIdOf(row) ?? '') ?? null
    if (!line && !record) throw new ApiError('internal')
    const shown = {
      id,
      class: row.class,
      reason: row.reason,
      was: row.was,
      isOpen: row.isOpen,
      line,
      record,
      deltaSeconds: row.deltaMs === null ? null : Math.round(row.deltaMs / 1000),
      deltaMinor: row.deltaMinor,
      theirsMinor: row.theirsMinor,
      oursMinor: row.oursMinor,
      other: other(row.otherId),
      note: notes.get(id)?.note ?? null,
      isAsked: notes.get(id)?.isAsked === true,
      facts: factsOf(row, line, record),
    }
    return { ...shown, decisions: decisionsOf(shown, of.direction === 'in' ? 'deposit' : 'withdraw') }
  })
}
