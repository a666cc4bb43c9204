import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { costsOf, feesBy } from '../fees.ts'
import { gamesAlone, isOfGames, memberPlay } from '../play-sums.ts'
import type { UsersAsked } from './user-members.ts'

interface Details {
  readonly id: string
  readonly level: number
  readonly seller: { readonly id: string; readonly name: string } | null
  readonly balanceMinor: number
}

/** What the rows of one page say of their members beside play: who they are, what they hold and cost. */
export async function detailsOf(
  db: Reader,
  { actor, period, filter, isAsOf }: UsersAsked,
  ids: readonly string[],
) {
  const played = memberPlay(actor, period, gamesAlone(filter))
  const from = sql`${played} and p.member_id = any(${[...ids]}::uuid[])`
  const [{ rows }, fees] = await Promise.all([
    sql<Details>`
      select m.id, m.level, case when e.id is not null then
               json_build_object('id', e.id, 'name', e.display_name) end as seller,
             coalesce(a.balance_minor, 0) as "balanceMinor"
        from members m left join employees e on e.id = m.seller_id
        left join accounts a on a.code = member_cash_code(m.id)
       where m.id = any(${[...ids]}::uuid[])`.execute(db),
    feesBy(db, actor, { period, from, key: sql`p.member_id` }),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: string, companyMinor: number) => {
    const { level = 0, seller = null, balanceMinor = 0 } = byId.get(id) ?? {}
    const feeMinor = fees && (fees.get(id) ?? 0)
    // Bonuses belong to no game.
    const costs = costsOf(companyMinor, { feeMinor, bonusMinor: isOfGames(filter) ? null : 0 })
    return { level, seller, ...costs, balanceMinor: isAsOf ? null : balanceMinor }
  }
}
