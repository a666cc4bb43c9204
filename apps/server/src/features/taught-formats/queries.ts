import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { taughtFormats } from '@khlang/contract/pre-transactions/taught-formats.ts'
import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtState } from '@khlang/contract/values/taught-values.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import type { Trial } from './rules.ts'

/** A version as the server works with it. */
export interface Format {
  readonly id: string
  readonly familyId: string
  readonly number: number
  readonly name: string
  readonly bank: BankCode
  readonly source: 'sms' | 'push'
  readonly senders: readonly string[]
  readonly shape: TaughtShape
  readonly messageId: string
  readonly state: TaughtState
  readonly trial: Trial | null
  readonly trialDigest: string | null
  readonly trialFailure: string | null
  readonly triedAt: string | null
  readonly makerId: string
  readonly rereadState: string | null
  readonly rereadCount: number
  readonly version: number
}

const formatColumns = sql`f.id, f.family_id as "familyId", f.number, f.name, f.bank, f.source, f.senders,
  f.shape, f.message_id as "messageId", f.state, f.trial, f.trial_digest as "trialDigest",
  f.trial_failure as "trialFailure", f.tried_at as "triedAt", f.maker_id as "makerId",
  f.reread_state as "rereadState", f.reread_count as "rereadCount", f.version`

export async function findFormat(db: Reader, id: string): Promise<Format | undefined> {
  const { rows } = await sql<Format>`
    select ${formatColumns} from taught_formats f where f.id = ${id}`.execute(db)
  return rows[0]
}

/** All versions of the format that this one is of, held; the first of the answer is this one. */
export async function lockFamily(tx: Tx, id: string): Promise<[Format, ...Format[]]> {
  await sql`select from taught_formats where id = (select family_id from taught_formats where id = ${id})
    for update`.execute(tx)
  const { rows } = await sql<Format>`
    select ${formatColumns} from taught_formats f
     where f.family_id = (select family_id from taught_formats where id = ${id})
     order by f.id for update`.execute(tx)
  const one = rows.find((row) => row.id === id)
  if (one === undefined) throw new ApiError('notFound')
  return [one, ...rows.filter((row) => row !== one)]
}

type Row = HandlerOutput<typeof taughtFormats.list>['records'][number]

/** Newest first. */
export const newestFirst: SortColumn[] = [
  { by: sql.ref('f.created_at'), type: 'timestamptz' },
  { by: sql.ref('f.id'), type: 'uuid' },
]

const rowColumns = sql`f.id, f.name, f.number, f.bank, f.source, f.senders,
  f.shape ->> 'direction' as direction, f.state, taught_confirmed(f.id) as "confirmedCount",
  (select count(*)::int from (select from statement_lines l where l.taught_format_id = f.id limit 10000) c)
    as "readCount",
  (select l.received_at from statement_lines l where l.taught_format_id = f.id order by l.id desc limit 1)
    as "lastReadAt",
  m.display_name as maker, k.display_name as checker, f.created_at as "createdAt",
  f.activated_at as "activatedAt", f.version`
const rowJoins = sql`join employees m on m.id = f.maker_id
  left join approvals a on a.id = f.approval_id left join employees k on k.id = coalesce(a.checker_id,
    a.maker_id)`

export async function pageOfFormats(db: Reader, keyset: Keyset, state: readonly TaughtState[] | undefined) {
  const ofState: RawBuilder<unknown> =
    state === undefined ? sql`true` : sql`f.state = any(${[...state]}::text[])`
  const { rows } = await sql<Row & { keysetKey: string[] }>`
    select ${rowColumns}, ${keyset.key} as "keysetKey" from taught_formats f ${rowJoins}
     where ${ofState} and ${keyset.where ?? sql`true`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

type Detail = HandlerOutput<typeof taughtFormats.get>

/** One version as its page shows it, but for its trial. */
export async function detailOf(db: Reader, id: string) {
  const { rows } = await sql<
    Row & Pick<Detail, 'progressDone' | 'progressTotal' | 'approvalId' | 'versions'>
  >`
    select ${rowColumns}, coalesce(j.progress_done, 0)::int as "progressDone",
           j.progress_total::int as "progressTotal",
           (select p.id from approvals p where p.entity = 'taughtFormat'
             and p.entity_id = outside_id('tft', f.id) order by p.created_at desc limit 1) as "approvalId",
           (select json_agg(json_build_object('id', v.id, 'number', v.number, 'state', v.state,
                'createdAt', v.created_at) order by v.number desc)
              from (select * from taught_formats where family_id = f.family_id
                     order by number desc limit 50) v) as versions
      from taught_formats f ${rowJoins}
      left join background_jobs j on j.kind = 'formatTrial' and j.subject_id = f.id
     where f.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return {
    ...rows[0],
    versions: rows[0].versions.map((each) => ({
      ...each,
      createdAt: new Date(each.createdAt).toISOString(),
    })),
  }
}

/** Whether a request for this version waits for a second person; one whose time is over does not. */
export async function isAsked(db: Reader, id: string): Promise<boolean> {
  const { rows } = await sql`select from approvals p where p.kind = 'taughtFormat' and p.state = 'pending'
    and p.entity = 'taughtFormat' and p.entity_id = outside_id('tft', ${id}::uuid)
    and p.expires_at > now() limit 1`.execute(db)
  return rows.length > 0
}

/** How many versions are tried now: each of them reads every message there is. */
export async function countTrying(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from taught_formats where state = 'trying'`.execute(db)
  return rows[0]?.count ?? 0
}

interface NewFormat extends Pick<Format, 'id' | 'familyId' | 'number' | 'name' | 'bank' | 'source'> {
  readonly senders: readonly string[]
  readonly shape: TaughtShape
  readonly messageId: string
  readonly makerId: string
}

export async function insertFormat(tx: Tx, of: NewFormat): Promise<void> {
  await sql`
    insert into taught_formats (id, family_id, number, name, bank, source, senders, shape, message_id,
      maker_id)
    values (${of.id}, ${of.familyId}, ${of.number}, ${of.name}, ${of.bank}, ${of.source},
      ${[...of.senders]}::text[], ${JSON.stringify(of.shape)}::jsonb, ${of.messageId},
      ${of.makerId})`.execute(tx)
}

/** Moves a held version to another state. @returns the version that it has now */
export async function moveFormat(
  tx: Tx,
  { id, version }: Pick<Format, 'id' | 'version'>,
  state: TaughtState,
  byId: string | null = null,
): Promise<number> {
  const isOver = state === 'off' || state === 'replaced' || state === 'refused'
  await tx
    .updateTable('taught_formats')
    .set({
      state,
      version: version + 1,
      ...(isOver ? { ended_at: sql<string>`now()`, ended_by: byId } : {}),
    })
    .where('id', '=', id)
    .execute()
  return version + 1
}
