import type { preTransactionBlacklist } from '@khlang/contract/pre-transactions/blacklist.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { exportRows, fileAskOf } from '../../../platform/files/exports.ts'
import { blacklistRemoval } from './approval-kind.ts'
import { blacklistFile } from './blacklist-file.ts'
import { pageOfBlacklist } from './queries.ts'
import { blacklistValue, entryLabel, maskedValue } from './values.ts'

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
  blacklist: ({ db, actor, input, services: { secrets } }) =>
    pageOfBlacklist(db, input, { actor, secrets }),

  exportBlacklist: (context) => exportRows(context, blacklistFile(fileAskOf(context))),

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
      label: entryLabel(entry.kind, entry.value),
    }
    return ask(blacklistRemoval, document, { reason: input.reason })
  },
}
