import { transferSigns } from '@khlang/contract/values/value-lists.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { addDays } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { ofTemplate, sourcesOf } from './queries.ts'

/** So many business days are looked at, that of the request with them. Source: domain 4.19. */
const daysBack = 7
/** An amount so many times the greatest of those days is unusual. */
const muchTimes = 3
/** An account is new for so long. */
const newHours = 24

interface Asked {
  readonly id: string
  readonly amountMinor: number
  readonly template: string | null
  readonly fromId: string
  readonly toId: string
  readonly on: string
  readonly newDestination: boolean
  readonly firstBetween: boolean
}

async function askedOf(db: Reader, id: string): Promise<Asked> {
  const { rows } = await sql<Asked>`
    select t.id, t.amount_minor as "amountMinor", ${ofTemplate} as template,
           t.from_account_id as "fromId", t.to_account_id as "toId", t.business_on::text as "on",
           g.created_at > t.created_at - make_interval(hours => ${sql.lit(newHours)}) as "newDestination",
           not exists (select from own_transfers o where o.from_account_id = t.from_account_id
             and o.to_account_id = t.to_account_id and o.state in ('approved', 'done')
             and o.id <> t.id) as "firstBetween"
      from own_transfers t join bank_accounts g on g.id = t.to_account_id
     where t.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

interface Past {
  /** Null: of all the days together. */
  readonly on: string | null
  readonly count: number
  readonly sumMinor: number
  readonly largestMinor: number | null
  readonly typicalMinor: number | null
  readonly typicalHour: number | null
}

/** The others between the same two accounts that were agreed to, of its day and the six before. */
export const pastBetween = ({ id, fromId, toId, on }: Pick<Asked, 'id' | 'fromId' | 'toId' | 'on'>) =>
  sql<Past>`
  select o.business_on::text as "on", count(*)::int as count,
         coalesce(sum(o.amount_minor), 0)::bigint as "sumMinor", max(o.amount_minor) as "largestMinor",
         percentile_disc(0.5) within group (order by o.amount_minor) as "typicalMinor",
         mode() within group (order by extract(hour from o.created_at at time zone 'Asia/Bangkok')::int)
           as "typicalHour"
    from own_transfers o
   where o.from_account_id = ${fromId} and o.to_account_id = ${toId} and o.state in ('approved', 'done')
     and o.id <> ${id} and o.business_on between ${addDays(on, 1 - daysBack)}::date and ${on}::date
   group by grouping sets ((o.business_on), ())`

/** What whoever decides a transfer should know: the habit of its two accounts, and what differs from it. */
export async function patternOf(db: Reader, id: string, at: { on: string; maySee: boolean }) {
  const asked = await askedOf(db, id)
  const { rows } = await pastBetween(asked).execute(db)
  const sources = await sourcesOf(db, at.on)
  const standing = (accountId: string) => ({
    balanceMinor: at.maySee ? (sources.find((each) => each.id === accountId)?.balanceMinor ?? null) : null,
  })
  const all = rows.find(({ on }) => on === null)
  const { amountMinor, template, fromId, toId } = asked
  const { largestMinor = null, typicalMinor = null, typicalHour = null } = all ?? {}
  const isSign = { ...asked, muchMore: largestMinor !== null && amountMinor > muchTimes * largestMinor }
  return {
    template,
    from: standing(fromId),
    to: standing(toId),
    days: Array.from({ length: daysBack }, (_, day) => {
      const on = addDays(asked.on, day + 1 - daysBack)
      const { count = 0, sumMinor = 0 } = rows.find((row) => row.on === on) ?? {}
      return { on, count, sumMinor }
    }),
    largestMinor,
    typicalMinor,
    typicalHour,
    signs: transferSigns.filter((sign) => isSign[sign]),
  }
}
