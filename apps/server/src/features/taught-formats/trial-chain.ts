import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Chain } from './rules.ts'
import type { Link } from './trial-count.ts'

/** So many lines on either side of a message are its neighbours, if they came within so many hours. */
const beside = 100
const hours = 6

/**
 * How the balance of each fits the lines of its account around its time: `fits` where a line ends at the
 * balance it starts from, or starts from the one it leaves; `contradicts` where lines stand on both sides and
 * none does; `unknown` where there is nothing to compare with.
 */
export async function withNeighbours<R extends { readonly link: Link }>(
  db: Reader,
  reads: readonly R[],
): Promise<{ read: R; chain: Chain }[]> {
  if (reads.length === 0) return []
  const asked = reads.map(({ link }, n) => ({ n, ...link }))
  const around = sql`l.bank_account_id = q."accountId" and l.balance_after_minor is not null
        and l.received_at between q.at - make_interval(hours => ${sql.lit(hours)})
                              and q.at + make_interval(hours => ${sql.lit(hours)})`
  const before = sql`(select direction, amount_minor, balance_after_minor, 0 as side
    from statement_lines l where ${around} and l.id < uuidv7(q.at - now())
   order by l.id desc limit ${sql.lit(beside)})`
  const behind = sql`(select direction, amount_minor, balance_after_minor, 1 as side
    from statement_lines l where ${around} and l.id >= uuidv7(q.at - now())
   order by l.id limit ${sql.lit(beside)})`
  const { rows } = await sql<{ n: number; fits: boolean | null; sides: number }>`
    select q.n, s.fits, s.sides
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
             q (n int, "accountId" uuid, before bigint, after bigint, at timestamptz)
      cross join lateral (
        select bool_or(b.balance_after_minor = q.before or b.balance_after_minor
                 - case b.direction when 'in' then b.amount_minor else -b.amount_minor end = q.after) as fits,
               count(distinct b.side)::int as sides
          from (${before} union all ${behind}) b) s`.execute(db)
  const byPlace = new Map(rows.map((row) => [row.n, row]))
  return reads.map((read, n) => {
    const row = byPlace.get(n)
    const chain = row?.fits === true ? 'fits' : row?.sides === 2 ? 'contradicts' : 'unknown'
    return { read, chain }
  })
}
