import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { addDays, valueOn } from '../../platform/business-day.ts'
import type { Keyset } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { waitingLines } from '../bank-lines/intake/intake-queries.ts'
import { chainLineOf, type StoredLine } from '../bank-lines/stored-line.ts'
import type { AccountNow } from './joining/plan-import.ts'
import type { KnownLine } from './joining/match-rows.ts'
import type { SavedHeadings } from './reading/fields.ts'

type FileRecord = HandlerOutput<typeof statementFiles.get>

type ListRow = HandlerOutput<typeof statementFiles.list>['records'][number]

/** Columns of a file over statement_files `f`, and the joins that they need. */
const columns = (seesBalances: boolean): RawBuilder<unknown> => sql`
  f.id, f.name, f.bytes, f.encoding, f.sha256, f.state,
  u.display_name as "uploadedBy", f.created_at as "uploadedAt", f.row_count as "rowCount",
  f.new_count as "newCount", f.in_minor as "inMinor", f.out_minor as "outMinor", f.from_on as "fromOn",
  f.to_on as "toOn",
  case when ${seesBalances}::boolean then f.opening_minor end as "openingMinor",
  case when ${seesBalances}::boolean then f.closing_minor end as "closingMinor",
  coalesce(f.approval_id, p.entity_id) as "approvalId", f.ended_at as "endedAt", e.display_name as "endedBy"`
// The bytes belong to the request as soon as there is one.
const joins = sql`join employees u on u.id = f.uploaded_by join private_files p on p.id = f.private_file_id
  left join employees e on e.id = f.ended_by`

export async function pageOfFiles(db: Reader, accountId: string, keyset: Keyset, seesBalances: boolean) {
  const { rows } = await sql<ListRow & { keysetKey: string[] }>`
    select ${columns(seesBalances)}, ${keyset.key} as "keysetKey" from statement_files f ${joins}
     where f.bank_account_id = ${accountId} and f.state <> 'uploaded' and ${keyset.where ?? sql`true`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

/** @throws notFound */
export async function findFile(db: Reader, id: string, seesBalances: boolean): Promise<FileRecord> {
  const { rows } = await sql<FileRecord>`
    select ${columns(seesBalances)}, f.bank_account_id as "accountId" from statement_files f ${joins}
     where f.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** A file, as an act needs it. */
export interface KeptFile {
  readonly id: string
  readonly accountId: string
  readonly bank: string
  readonly accountNo: string
  readonly label: string
  readonly hasBalances: boolean
  readonly privateFileId: string
  readonly sha256: string
  readonly state: string
  readonly uploadedBy: string
  readonly mapping: unknown
  readonly name: string
}

const kept = (id: string) => sql<KeptFile>`
  select f.id, f.bank_account_id as "accountId", a.bank, a.account_no as "accountNo", a.label,
         a.has_balances as "hasBalances", f.private_file_id as "privateFileId", f.sha256, f.state,
         f.uploaded_by as "uploadedBy", f.mapping, f.name
    from statement_files f join bank_accounts a on a.id = f.bank_account_id where f.id = ${id}`

/** @throws notFound */
export async function keptFile(db: Reader, id: string): Promise<KeptFile> {
  const { rows } = await kept(id).execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** The same, held. @throws notFound */
export async function lockFile(tx: Tx, id: string): Promise<KeptFile> {
  const { rows } = await sql<KeptFile>`${kept(id)} for update of f`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** The file with the same bytes that was asked for or imported into this account, if there is one. */
export async function sameFile(db: Reader, accountId: string, sha256: string) {
  const { rows } = await sql<{ id: string; by: string; at: string; state: FileRecord['state'] }>`
    select f.id, u.display_name as by, coalesce(f.ended_at, f.asked_at) as at, f.state
      from statement_files f join employees u on u.id = f.uploaded_by
     where f.bank_account_id = ${accountId} and f.sha256 = ${sha256} and f.state in ('asked', 'imported')
     limit 1`.execute(db)
  return rows[0] ?? null
}

export interface SavedMapping {
  readonly version: number
  readonly headings: SavedHeadings
  readonly by: string
  readonly at: string
}

/** What people said of files of this bank, the newest first: a bank has more than one kind. */
export async function savedMappings(db: Reader, bank: string): Promise<SavedMapping[]> {
  const { rows } = await sql<SavedMapping>`
    select m.version, m.headings, e.display_name as by, m.created_at as at
      from statement_mappings m join employees e on e.id = m.created_by
     where m.bank = ${bank} order by m.version desc limit 20`.execute(db)
  return rows
}

/** Keeps what a person said of the files of a bank, where it is not what was said last. */
export async function saveMapping(
  tx: Tx,
  { bank, headings, by }: { bank: string; headings: SavedHeadings; by: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`statementMapping:${bank}`}))`.execute(tx)
  await sql`
    insert into statement_mappings (bank, version, headings, created_by)
    select ${bank}, coalesce(max(version), 0) + 1, ${JSON.stringify(headings)}::jsonb, ${by}
      from statement_mappings where bank = ${bank}
    having (array_agg(headings order by version desc))[1] is distinct from ${JSON.stringify(headings)}::jsonb
  `.execute(tx)
}

/** Lines of a file's days and of those around them: late messages stand on the day on which they came. */
const aroundDays = 2

/** The account as a file of these days meets it. */
export async function accountNow(
  db: Reader,
  accountId: string,
  days: { readonly from: string; readonly to: string },
): Promise<AccountNow> {
  const { rows } = await sql<Omit<AccountNow, 'lines' | 'behind' | 'end'> & AccountNow['end']>`
    select a.has_balances as "hasBalances", a.anchor_at as "anchorAt",
      a.anchor_balance_minor as "anchorMinor",
      f.last_balance_minor as "balanceMinor", f.last_line_id as "lineId", f.last_line_at as at,
      f.is_broken as "isBroken",
      coalesce((select json_agg(json_build_object('id', g.id, 'fromMinor', g.from_minor,
          'toMinor', g.to_minor, 'fromAt', g.from_at, 'toAt', g.to_at) order by g.since)
        from chain_gaps g where g.bank_account_id = a.id), '[]') as gaps
      from bank_accounts a join bank_account_feeds f on f.bank_account_id = a.id
     where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Bank account ${accountId} has no feed.`)
  const { balanceMinor, lineId, at, ...account } = row
  const gaps = row.gaps.map((gap) => ({
    ...gap,
    fromAt: gap.fromAt === null ? null : new Date(gap.fromAt).toISOString(),
    toAt: new Date(gap.toAt).toISOString(),
  }))
  return {
    ...account,
    gaps,
    end: { balanceMinor, lineId, at },
    behind: row.isBroken
      ? (await linesBehind(db, accountId)).flatMap((line) => chainLineOf(line) ?? [])
      : [],
    lines: await knownLines(db, accountId, days),
  }
}

/** So many lines that wait behind a hole are placed anew at once. */
const behindMax = 2000

/** The oldest lines of an account that wait behind a hole. */
export const linesBehind = async (db: Reader, accountId: string): Promise<StoredLine[]> =>
  (await waitingLines(db, accountId, behindMax)).filter(({ chain }) => chain === 'afterHole')

/** More lines of an account than a file of its longest time can be compared with. */
const knownMax = 200_000

async function knownLines(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<KnownLine[]> {
  // The balance that a double gave to a line was told at the double's time.
  const { rows } = await sql<KnownLine>`
    select l.id, l.direction, l.amount_minor as "amountMinor", l.balance_after_minor as "balanceAfterMinor",
           t.bank_time as "bankTime", t.bank_time_precision as precision, t.received_at as "receivedAt",
           l.chain, l.state
      from statement_lines l
      left join line_merges m on m.into_id = l.id and m.gives_balance and m.reversed_at is null
      join statement_lines t on t.id = coalesce(m.line_id, l.id)
     where l.bank_account_id = ${accountId}
       and l.value_on between ${addDays(valueOn(from), -aroundDays)}::date
       and ${addDays(valueOn(to), aroundDays)}::date and l.state <> 'duplicate'
     limit ${sql.lit(knownMax + 1)}`.execute(db)
  if (rows.length > knownMax) throw new ApiError('statementRefused', { details: { reason: 'tooManyNew' } })
  return rows
}
