import { providerClearing, providerPayable } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import type { ProviderSetup } from './provider-setup.ts'

/** What one person may change alone; the rest is `guardedColumns`. */
const mannerColumns = (document: ProviderSetup) => ({
  name_th: document.nameTh,
  name_en: document.nameEn,
  maintenance_from: document.maintenanceFrom,
  maintenance_until: document.maintenanceUntil,
})

const guardedColumns = (document: ProviderSetup) => ({
  adapter: document.adapter,
  secret: Buffer.from(document.secret.slice(2), 'hex'),
  secret_last4: document.secretLast4,
  addresses: [...document.addresses],
  min_minor: document.minMinor,
  max_minor: document.maxMinor,
  fee_bps: document.feeBps,
  games_address: document.gamesAddress,
  api_address: document.apiAddress,
  launch_address: document.launchAddress,
  replay_address: document.replayAddress,
})

/** A provider that was not there, behind all others, with its accounts in the book; it stands closed. */
async function addSetup(tx: Tx, document: ProviderSetup, approvalId: string): Promise<number | null> {
  const added = await tx
    .insertInto('game_providers')
    .values({
      id: uuidOf('gameProvider', document.providerId),
      code: document.code,
      ...guardedColumns(document),
      ...mannerColumns(document),
      state: document.state,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from game_providers)`,
      setup_approval_id: approvalId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  if (!added) return null
  await openAccounts(tx, [providerClearing(document.providerId), providerPayable(document.providerId)])
  return added.version
}

/** What one person changed. @returns the version that it has now; null where somebody was faster */
export async function writeManner(tx: Tx, document: ProviderSetup): Promise<number | null> {
  const row = await tx
    .updateTable('game_providers')
    .set((expression) => ({
      ...mannerColumns(document),
      state: document.state,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', uuidOf('gameProvider', document.providerId))
    .where('version', '=', document.version ?? 0)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** What two agreed to. @returns null where it has changed since, or its code is another's by now */
export async function writeSetup(
  tx: Tx,
  document: ProviderSetup,
  approvalId: string,
): Promise<number | null> {
  if (document.version === null) return addSetup(tx, document, approvalId)
  const columns = guardedColumns(document)
  const row = await tx
    .updateTable('game_providers')
    .set((expression) => ({
      ...columns,
      ...mannerColumns(document),
      state: document.state,
      secret_at: sql<string>`case when secret = ${columns.secret} then secret_at else now() end`,
      setup_approval_id: approvalId,
      version: expression('version', '+', 1),
    }))
    .where('id', '=', uuidOf('gameProvider', document.providerId))
    .where('version', '=', document.version)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}
