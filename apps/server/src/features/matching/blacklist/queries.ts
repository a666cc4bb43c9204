import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionBlacklist } from '@khlang/contract/pre-transactions/blacklist.ts'
import { sql } from 'kysely'
import { keysetOf, type SortColumn } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { likeLiteral } from '../../../platform/db/like.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { mayReveal } from '../../../platform/people/member-search.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { maskedValue } from './values.ts'

type Asked = HandlerInput<typeof preTransactionBlacklist.blacklist>
export type EntryRow = HandlerOutput<typeof preTransactionBlacklist.blacklist>['records'][number]

const newestFirst: SortColumn[] = [
  { by: sql.ref('b.created_at'), type: 'timestamptz' },
  { by: sql.ref('b.id'), type: 'uuid' },
]
const acts = sql`b.removed_at is null and (b.expires_at is null or b.expires_at > now())`

/** A page of the blacklist as this person sees it: numbers whole for who may see personal data. */
export async function pageOfBlacklist(
  db: Reader,
  input: Asked,
  { actor, secrets }: { readonly actor: EmployeeActor; readonly secrets: Secrets },
) {
  const keyset = keysetOf({ list: 'blacklist', sort: newestFirst, input, actor, secrets })
  const search = input.search?.trim() ?? ''
  const conditions = [
    keyset.where ?? sql`true`,
    input.scope === 'active' ? acts : sql`true`,
    input.kind === undefined ? sql`true` : sql`b.kind = any(${[...input.kind]}::text[])`,
    search === '' ? sql`true` : sql`b.value ilike ${`%${likeLiteral(search)}%`}`,
    // A masked number would be spelled by searching it digit by digit: it is found whole.
    search === '' || mayReveal(actor)
      ? sql`true`
      : sql`(b.kind in ('name', 'nameBank', 'payer')
          or ${search} in (b.value, split_part(b.value, ':', 2)))`,
  ]
  const { rows } = await sql<EntryRow & { keysetKey: string[] }>`
    select b.id, b.kind, b.value, b.reason_code as "reasonCode", b.reason, b.source, e.display_name as by,
           b.created_at as "createdAt", b.expires_at as "expiresAt",
           case when b.removed_at is not null then 'removed' when ${acts} then 'active' else 'ended'
             end as state,
           b.removed_at as "removedAt", r.display_name as "removedBy", b.removed_reason as "removedReason",
           exists (select from approvals p where p.kind = 'blacklistRemoval' and p.state = 'pending'
             and p.expires_at > now() and p.entity_id = outside_id('ble', b.id)) as "isRemovalAsked",
           ${keyset.key} as "keysetKey"
      from blacklist b left join employees e on e.id = b.added_by
      left join employees r on r.id = b.removed_by
     where ${sql.join(conditions, sql` and `)}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  const page = keyset.pageOf(rows)
  if (mayReveal(actor)) return page
  const records = page.records.map((row) => ({ ...row, value: maskedValue(row.kind, row.value) }))
  return { ...page, records }
}
