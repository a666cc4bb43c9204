import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'

/** What a person wrote or a machine did that a posting comes from. */
export interface Source {
  readonly reference: string | null
  readonly by: string | null
  readonly remark: string | null
  /** The withdrawal's. */
  readonly state: string | null
  /** How the credit goes back while it stands; null where it cannot. */
  readonly takeBack: { readonly lineId: string | null } | null
  /** Who asked that it be taken back, and why. */
  readonly back: { readonly by: string; readonly remark: string } | null
}

const none: Source = { reference: null, by: null, remark: null, state: null, takeBack: null, back: null }

/** References and outside ids are matched whole: they are copied, not remembered. */
async function sourceIdsOf(db: Reader, reference: string): Promise<string[]> {
  const { rows } = await sql<{ kind: IdKind; id: string }>`
    select 'deposit' as kind, id from deposits where reference = ${reference.toUpperCase()}
    union all select 'withdrawal', id from withdrawals where reference = ${reference.toUpperCase()}
    union all select 'adjustment', id from adjustments where reference = ${reference.toUpperCase()}`.execute(
    db,
  )
  return [reference, ...rows.flatMap((row) => [row.id, encodeId(row.kind, row.id)])]
}

/** A posting's key begins with its kind and source, so that its legs are found in the index of keys. */
export async function keysOfReference(
  db: Reader,
  reference: string,
  kinds: readonly string[],
): Promise<string[]> {
  const sources = await sourceIdsOf(db, reference)
  const prefixes = sources
    .filter((source) => /^[\w-]{1,80}$/.test(source))
    .flatMap((source) => kinds.map((kind) => `${kind}:${source}:`))
  // `;` follows `:` in the order of the index, which compares bytes.
  const { rows } = await sql<{ key: string }>`
    select t.key from unnest(${prefixes}::text[]) p (prefix)
      join lateral (select key from transfers where key >= p.prefix collate "C"
         and key < (left(p.prefix, -1) || ';') collate "C" limit 200) t on true`.execute(db)
  return rows.map((row) => row.key)
}

const uuidsOf = (kind: IdKind, ids: readonly string[]): string[] =>
  ids.flatMap((id) => decodeId(kind, id) ?? [])

const backOf = (
  row: string,
) => sql`left join approvals p on p.id = ${sql.ref(`${row}.reversal_approval_id`)}
  left join employees pe on pe.id = p.maker_id`
const back = sql`case when pe.id is not null
  then jsonb_build_object('by', pe.display_name, 'remark', p.reason) end`

/** Reference, hand and remark of the postings of one page, by source id. */
export async function sourcesOf(db: Reader, sourceIds: readonly string[]): Promise<(id: string) => Source> {
  const deposits = uuidsOf('deposit', sourceIds)
  const withdrawals = uuidsOf('withdrawal', sourceIds)
  const others = sourceIds.filter((id) => /^[0-9a-f]{8}-/.test(id))
  const adjustments = [...others, ...uuidsOf('adjustment', sourceIds)]
  // A page of bets has none of them.
  if (deposits.length + withdrawals.length + adjustments.length === 0) return () => none
  const { rows } = await sql<{ kind: string; id: string } & Source>`
    select 'dep' as kind, d.id, d.reference, coalesce(e.display_name, d.by_kind) as by,
           d.remark_staff as remark, null as state, ${back} as back,
           case when d.state = 'credited' and d.method <> 'manual' and d.statement_line_id is not null
             and d.split_id is null
             then jsonb_build_object('lineId', d.statement_line_id)
           when d.state = 'credited' and d.method = 'manual' and d.statement_line_id is null
             then jsonb_build_object('lineId', null) end as "takeBack"
      from deposits d left join employees e on e.id = d.by_id ${backOf('d')}
     where d.id = any(${deposits}::uuid[])
    union all
    select 'wdr', w.id, w.reference, coalesce(e.display_name, w.decision_kind, 'member'), w.remark_staff,
           w.state, null, null
      from withdrawals w left join employees e on e.id = w.decided_by where w.id = any(${withdrawals}::uuid[])
    union all
    select 'adj', a.id, a.reference, e.display_name, a.remark_staff, null, ${back},
           case when a.reversed_at is null then jsonb_build_object('lineId', null) end
      from adjustments a join employees e on e.id = a.maker_id ${backOf('a')}
     where a.id = any(${adjustments}::uuid[])`.execute(db)
  const found = new Map<string, Source>()
  for (const { kind, id, ...source } of rows) {
    if (kind === 'dep') found.set(encodeId('deposit', id), source)
    else if (kind === 'wdr') found.set(encodeId('withdrawal', id), source)
    else found.set(id, source).set(encodeId('adjustment', id), source)
  }
  return (id) => found.get(id) ?? none
}
