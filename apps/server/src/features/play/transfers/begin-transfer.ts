import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { memberTransfers } from '@khlang/contract/play/game-transfers.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { gameIn } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { transferById, transfersWhere, type TransferRow } from './transfer-rows.ts'
import type { WalletProvider } from './wallet-providers.ts'

type Wanted = HandlerInput<typeof memberTransfers.transferGame>

/** A call takes at most 10 s: one that nobody has spoken of for so long has lost its caller. */
export const orphanedAfterMs = 20_000

/** The member, held: transfers of theirs with one request key come one after the other. */
async function heldMember(tx: Tx, id: string) {
  const { rows } = await sql<{ mayBet: boolean }>`
    select state = 'active' and can_bet as "mayBet" from members where id = ${id}
     for no key update`.execute(tx)
  if (!rows[0]) throw new ApiError('memberNotFound')
  return rows[0]
}

/** The transfer of this request that is there already. @throws idempotencyMismatch */
async function repeated(tx: Tx, wanted: Wanted): Promise<TransferRow | null> {
  const { memberId, requestKey, providerId, direction, amountMinor } = wanted
  const [known] = await transfersWhere(tx, sql`t.member_id = ${memberId} and t.request_key = ${requestKey}`)
  if (!known) return null
  const isSame =
    known.providerId === providerId && known.direction === direction && known.amountMinor === amountMinor
  if (!isSame) throw new ApiError('idempotencyMismatch')
  return known
}

/**
 * Whether money may go there. What a member brings back is theirs: it is taken whatever became of them, or of
 * the provider, since.
 */
function assertMayEnter({ mayBet }: { mayBet: boolean }, provider: WalletProvider, amountMinor: number) {
  if (!mayBet) throw new ApiError('memberNotActive')
  if (provider.state !== 'active')
    throw new ApiError('providerClosed', { details: { reason: provider.state } })
  // With less than its smallest stake nothing can be bet there.
  if (amountMinor < provider.minMinor) throw new ApiError('amountLimit', { field: 'amountMinor' })
}

/**
 * Stores a transfer; money on its way in leaves the wallet with it. Nobody has told the provider yet.
 * @throws memberNotFound, memberNotActive, providerClosed, amountLimit, insufficientFunds,
 *   idempotencyMismatch
 */
export async function beginTransfer(
  { db, now, settings }: Services,
  provider: WalletProvider,
  wanted: Wanted,
): Promise<TransferRow> {
  const on = businessOn(await settings.get(), now())
  return db.transaction().execute(async (tx) => {
    const member = await heldMember(tx, wanted.memberId)
    const known = await repeated(tx, wanted)
    if (known) return known
    const { memberId, providerId, direction, amountMinor, requestKey } = wanted
    if (direction === 'in') assertMayEnter(member, provider, amountMinor)
    const nowMs = now()
    const { id } = await tx
      .insertInto('game_transfers')
      .values({
        provider_id: providerId,
        member_id: memberId,
        direction,
        amount_minor: amountMinor,
        request_key: requestKey,
        business_on: on,
        created_at: new Date(nowMs).toISOString(),
        next_ask_at: new Date(nowMs + orphanedAfterMs).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await transferById(tx, id)
    if (direction === 'in')
      await postStrict(tx, [
        gameIn({
          sourceId: encodeId('gameTransfer', id),
          businessOn: on,
          memberId: encodeId('member', memberId),
          providerId: encodeId('gameProvider', providerId),
          amountMinor,
        }),
      ])
    return row
  })
}
