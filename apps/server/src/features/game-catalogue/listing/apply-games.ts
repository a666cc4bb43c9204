import type { listingParts } from '@khlang/contract/values/play-values.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { Differences } from './difference.ts'

type Part = (typeof listingParts)[number]

/** New games stand closed behind the others, changed ones are called as they are told, gone ones close. */
export async function applyDifferences(
  tx: Tx,
  providerId: string,
  differences: Differences,
  parts: readonly Part[],
): Promise<Record<Part, number>> {
  const of = <T>(part: Part, all: readonly T[]): readonly T[] => (parts.includes(part) ? all : [])
  const added = of('added', differences.added)
  const changed = of('changed', differences.changed)
  const gone = of('gone', differences.gone)
  await sql`
    insert into games (provider_id, code, type, name_th, name_en, rtp_bps, volatility, state,
        contribution_bps, position)
    select ${providerId}, t.code, t.type, t."nameTh", t."nameEn", t."rtpBps", t.volatility, 'closed',
           -- What is won by chance alone counts towards no turnover until somebody says so.
           case when t.type = 'lotto' then 0 else 10000 end,
           (select coalesce(max(position), 0) from games where provider_id = ${providerId})
             + row_number() over (order by t.code)
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
        as t (code text, type text, "nameTh" text, "nameEn" text, "rtpBps" integer, volatility text)`.execute(
    tx,
  )
  await sql`
    update games g set type = t.type, name_th = t."nameTh", name_en = t."nameEn", rtp_bps = t."rtpBps",
           volatility = t.volatility,
           version = g.version + 1
      from jsonb_to_recordset(${JSON.stringify(changed.map(({ after }) => after))}::jsonb)
        as t (code text, type text, "nameTh" text, "nameEn" text, "rtpBps" integer, volatility text)
     where g.provider_id = ${providerId} and g.code = t.code`.execute(tx)
  await sql`
    update games set state = 'closed', version = version + 1
     where id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(tx)
  return { added: added.length, changed: changed.length, gone: gone.length }
}
