import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { memberTransfers } from '@khlang/contract/play/game-transfers.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../platform/call/context.ts'
import { heldRestore } from '../../../platform/db/restored.ts'
import { EgressRefused } from '../../../platform/security/egress.ts'
import type { Said } from '../adapters/transfer-adapter.ts'
import { beginTransfer, orphanedAfterMs } from './begin-transfer.ts'
import { settleTransfer } from './settle-transfer.ts'
import { orderOf, transferById, type TransferRow } from './transfer-rows.ts'
import { askProvider, findWalletProvider, type WalletProvider } from './wallet-providers.ts'

/**
 * Makes a transfer one's own to tell: of many who try, one may, and no one ever again.
 * @returns since when; null: it is somebody else's, or over
 */
async function claim({ db, now }: Services, id: string): Promise<number | null> {
  const nowMs = now()
  const { numUpdatedRows } = await db
    .updateTable('game_transfers')
    .set({
      state: 'sent',
      sent_at: new Date(nowMs).toISOString(),
      next_ask_at: new Date(nowMs + orphanedAfterMs).toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'started')
    .executeTakeFirst()
  return numUpdatedRows === 1n ? nowMs : null
}

/** Whoever got money there once is known there. */
async function wasThere({ db }: Services, { memberId, providerId }: TransferRow): Promise<boolean> {
  const row = await db
    .selectFrom('game_transfers')
    .select('id')
    .where('member_id', '=', memberId)
    .where('provider_id', '=', providerId)
    .where('direction', '=', 'in')
    .where('state', '=', 'done')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a member known to a provider, before the first money goes there. @returns false: they are not */
async function introduce(services: Services, provider: WalletProvider, row: TransferRow): Promise<boolean> {
  if (row.direction === 'out' || (await wasThere(services, row))) return true
  const { member } = orderOf(row)
  return askProvider(services, provider, provider.calls.member, member).catch(() => false)
}

/**
 * Tells it.
 * @param sinceMs the moment of the claim, which the provider is told: whoever was held up for long comes too
 *   late for it, as those rely on who asked meanwhile
 */
async function tell(
  services: Services,
  provider: WalletProvider,
  row: TransferRow,
  sinceMs: number,
): Promise<Said> {
  try {
    const { transfer } = provider.calls
    const said = await askProvider(services, provider, transfer, orderOf(row), sinceMs)
    // Of an order that was told just now this says nothing.
    return said.kind === 'notFound' ? { kind: 'unknown', reason: said.reason } : said
  } catch (error) {
    // What was never sent moved nothing; of anything else nobody knows.
    return error instanceof EgressRefused
      ? { kind: 'refused', reason: `notSent: ${error.message}`.slice(0, 200) }
      : { kind: 'unknown', reason: 'noAnswer' }
  }
}

/**
 * Moves money of a member into a game or out of it: stored first, then told to the provider, once. Without a
 * clear answer the transfer is unknown, and asked about later (`transfer-work.ts`).
 */
export async function transferGame(
  services: Services,
  wanted: HandlerInput<typeof memberTransfers.transferGame>,
): Promise<TransferRow> {
  const provider = await findWalletProvider(services.db, wanted.providerId)
  // Of a database that was brought back nobody knows what was told after it.
  if ((await heldRestore(services.db)) !== null) throw new ApiError('unavailable', { retryAfterS: 60 })
  const begun = await beginTransfer(services, provider, wanted)
  const sinceMs = await claim(services, begun.id)
  if (sinceMs === null) return transferById(services.db, begun.id)
  const said: Said = (await introduce(services, provider, begun))
    ? await tell(services, provider, begun, sinceMs)
    : { kind: 'refused', reason: 'memberNotKnown' }
  const after = await settleTransfer(services, begun.id, { provider, said })
  services.live.nudge()
  return after
}
