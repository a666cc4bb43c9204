import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import type { Said } from '../adapters/transfer-adapter.ts'
import { settleTransfer } from './settle-transfer.ts'
import { orderOf, transfersWhere, type TransferRow } from './transfer-rows.ts'
import { askProvider, findWalletProvider } from './wallet-providers.ts'

const atOnce = 16

/** Asks a provider what became of a transfer, by its reference, and writes what it says. */
async function follow(services: Services, row: TransferRow): Promise<void> {
  const provider = await findWalletProvider(services.db, row.providerId)
  const said = await askProvider(services, provider, provider.calls.check, orderOf(row)).catch(
    (): Said => ({ kind: 'unknown', reason: 'noAnswer' }),
  )
  await settleTransfer(services, row.id, { provider, said })
}

/** One that fails here must not keep the others waiting. */
async function later({ db, log, now }: Services, { id }: TransferRow, error: unknown): Promise<void> {
  log.error({ transfer: id, error: String(error) }, 'what became of a transfer is not written')
  await db
    .updateTable('game_transfers')
    .set({ next_ask_at: new Date(now() + 60_000).toISOString() })
    .where('id', '=', id)
    .where('next_ask_at', 'is not', null)
    .execute()
}

/** Asks about every transfer whose end is not known and whose time to ask has come. Tells nothing anew. */
export async function followTransfers(services: Services): Promise<void> {
  const now = new Date(services.now()).toISOString()
  const rows = await transfersWhere(
    services.db,
    sql`t.next_ask_at <= ${now}::timestamptz order by t.next_ask_at limit ${atOnce}`,
  )
  await Promise.all(
    rows.map((row) => follow(services, row).catch((error: unknown) => later(services, row, error))),
  )
  if (rows.length > 0) services.live.nudge()
}

export const gameTransferWork: PeriodicWork = {
  name: 'gameTransfers',
  everyMs: 2000,
  limitMs: 120_000,
  run: followTransfers,
}
