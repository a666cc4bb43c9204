import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Tx } from '../../platform/db/db.ts'

/**
 * Brings these rows to the front in this order; the others follow as they did. Whoever orders the same rows
 * meanwhile waits.
 * @throws invalidValue where one is not among them, or stands twice
 */
export async function bringForward(
  tx: Tx,
  table: 'game_providers' | 'games',
  { ids, within = sql<boolean>`true` }: { ids: readonly string[]; within?: RawBuilder<boolean> },
): Promise<void> {
  if (new Set(ids).size !== ids.length) throw new ApiError('invalidValue', { field: 'ids' })
  await sql`select pg_advisory_xact_lock(hashtext(${`order:${table}`}))`.execute(tx)
  const { rows } = await sql<{ found: number }>`
    with wanted as (select * from unnest(${[...ids]}::uuid[]) with ordinality as w (id, place)),
    placed as (
      select t.id, w.place, row_number() over (order by w.place, t.position, t.name_en, t.id) as at
        from ${sql.table(table)} t left join wanted w on w.id = t.id where ${within}),
    moved as (
      update ${sql.table(table)} t set position = p.at from placed p
       where p.id = t.id and t.position <> p.at returning 1)
    select (select count(*) from placed where place is not null)::int as found,
           (select count(*) from moved)::int as moved`.execute(tx)
  if (rows[0]?.found !== ids.length) throw new ApiError('invalidValue', { field: 'ids' })
}
