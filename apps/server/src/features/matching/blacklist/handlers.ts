import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { preTransactionBlacklist } from '@khlang/contract/pre-transactions/blacklist.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { keysetOf, type SortColumn } from '../../../platform/db/cursor.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { likeLiteral } from '../../../platform/db/like.ts'
import { mayReveal } from '../../../platform/people/member-search.ts'
import { blacklistRemoval } from './approval-kind.ts'
import { blacklistValue, maskedValue } from './values.ts'

type Row = HandlerOutput<typeof preTransactionBlacklist.blacklist>['records'][number]

const newestFirst: SortColumn[] = [
  { by: sql.ref('b.created_at'), type: 'timestamptz' },
  { by: sql.ref('b.id'), type: 'uuid' },
]
const acts = sql`b.removed_at is null and (b.expires_at is null or b.expires_at > now())`

interface Entry {
  readonly kind: string
  readonly source: string
  readonly reasonCode: string
  readonly reason: string
  readonly expiresAt?: string | undefined
}

/** @throws invalidDate: what has ended already would act never */
function assertAhead(expiresAt: string | undefined, now: number): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now)
    throw new ApiError('invalidDate', { field: 'expiresAt' })
}

/** Adds values; one that is on the list acts for longer, never for less. @returns the ids of what is new */
async function addAll(tx: Tx, values: readonly string[], entry: Entry, byId: string): Promise<string[]> {
  const { kind, source, reasonCode, reason, expiresAt = null } = entry
  const { rows } = await sql<{ id: string }>`
    insert into blacklist as b (kind, value, source, reason_code, reason, expires_at, added_by)
    select ${kind}, v, ${source}, ${reasonCode}, ${reason}, ${expiresAt}::timestamptz, ${byId}
      from unnest(${[...values]}::text[]) v
        on conflict (kind, value) where removed_at is null do update set expires_at = excluded.expires_at
     where b.expires_at < coalesce(excluded.expires_at, 'infinity') returning b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those whom we do not serve. */
export const blacklistHandlers: Handlers<typeof preTransactionBlacklist> = {
  blacklist: async ({ db, actor, input, services: { secrets } }) => {
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
    const { rows } = await sql<Row & { keysetKey: string[] }>`
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
  },

  addToBlacklist: async ({ tx, input, actor, record, services }) => {
    assertAhead(input.expiresAt, services.now())
    const value = blacklistValue(input.kind, input.value)
    if (value === null) throw new ApiError('invalidFormat', { field: 'value' })
    const [id] = await addAll(tx, [value], input, actor.id)
    if (id === undefined) throw new ApiError('blacklistRefused', { details: { reason: 'listedAlready' } })
    const entryId = encodeId('blacklistEntry', id)
    const { kind, reasonCode, reason, expiresAt = null } = input
    await record({
      entity: 'blacklistEntry',
      entityId: entryId,
      action: 'entryAdded',
      reason,
      after: { kind, value: maskedValue(kind, value), reasonCode, expiresAt },
    })
    return { id }
  },

  importBlacklist: async ({ tx, input, actor, record, services }) => {
    assertAhead(input.expiresAt, services.now())
    const read = input.values.map((text) => blacklistValue(input.kind, text))
    const unread = read.flatMap((value, at) =>
      value === null && input.values[at]?.trim() !== '' ? [at + 1] : [],
    )
    const values = [...new Set(read.filter((value) => value !== null))]
    const added = values.length === 0 ? 0 : (await addAll(tx, values, input, actor.id)).length
    const { kind, reasonCode, reason, source, expiresAt = null } = input
    await record({
      entity: 'list',
      entityId: '/pre-transaction/matching',
      action: 'entriesImported',
      reason,
      after: { kind, reasonCode, source, count: added, expiresAt },
    })
    return { added, known: values.length - added, unread }
  },

  askUnlist: async ({ tx, input, ask }) => {
    const { rows } = await sql<{ kind: string; value: string; code: string; reason: string }>`
      select kind, value, reason_code as code, reason from blacklist
       where id = ${input.id} and removed_at is null for update`.execute(tx)
    const [entry] = rows
    if (!entry) throw new ApiError('stateRefused')
    const document = {
      entryId: encodeId('blacklistEntry', input.id),
      kind: entry.kind,
      value: entry.value,
      reasonCode: entry.code,
      listedFor: entry.reason,
    }
    return ask(blacklistRemoval, document, { reason: input.reason })
  },
}
