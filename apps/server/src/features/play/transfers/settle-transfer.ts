import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { gameIn, gameOut, reversalOf } from '@khlang/ledger/wallet.ts'
import { sql } from 'kysely'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import type { Said } from '../adapters/transfer-adapter.ts'
import { tellPeople } from '../tell-people.ts'
import { isSettled, transferById, transfersWhere, type TransferRow } from './transfer-rows.ts'
import type { WalletProvider } from './wallet-providers.ts'

/** The pause before a provider is asked again: doubling from 3 s to 5 minutes. Pure. */
const backoffMs = (tries: number): number => Math.min(3000 * 2 ** Math.min(tries, 10), 300_000)

interface Judged {
  readonly state: 'done' | 'failed' | 'unknown' | 'started'
  readonly reason: string | null
}

/**
 * What a provider's word makes of a transfer that is open. That it knows none such counts as a no only once
 * it could not come any more: what we sent may still be on its way. Pure.
 */
function judge(
  { state, sentAt, createdAt }: Pick<TransferRow, 'state' | 'sentAt' | 'createdAt'>,
  said: Said,
  { nowMs, forgottenMs }: { readonly nowMs: number; readonly forgottenMs: number },
): Judged {
  if (said.kind === 'done') return { state: 'done', reason: null }
  const { reason } = said
  const isForgotten = said.kind === 'notFound' && nowMs - Date.parse(sentAt ?? createdAt) > forgottenMs
  if (said.kind === 'refused' || isForgotten) return { state: 'failed', reason }
  return { state: state === 'started' ? 'started' : 'unknown', reason }
}

/** The money of a transfer whose end is known; the last of its transaction. */
async function post(tx: Tx, row: TransferRow, state: 'done' | 'failed', on: string): Promise<void> {
  const movement = {
    sourceId: encodeId('gameTransfer', row.id),
    businessOn: on,
    memberId: encodeId('member', row.memberId),
    providerId: encodeId('gameProvider', row.providerId),
    amountMinor: row.amountMinor,
  }
  if (row.direction === 'out' && state === 'done') await postStrict(tx, [gameOut(movement)])
  if (row.direction === 'in' && state === 'failed') {
    const { key, legs } = gameIn(movement)
    const { id } = await tx
      .selectFrom('transfers')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    await postStrict(tx, [reversalOf({ ...movement, original: { legs, transferIds: [id] } })])
  }
}

interface Heard {
  readonly provider: WalletProvider
  readonly said: Said
  readonly settings: BrandSettings
}

/** Writes what became known of a transfer, and moves the money that follows from it, once. */
async function settle(tx: Tx, id: string, { provider, said, settings }: Heard, nowMs: number) {
  const [row] = await transfersWhere(tx, sql`t.id = ${id} for update`)
  if (!row) throw new Error(`transfer ${id} is gone`)
  const reference = encodeId('gameTransfer', id)
  const differs = { reference, why: 'transferDiffers' } as const
  if (isSettled(row)) {
    const isOther =
      (said.kind === 'done' && row.state === 'failed') || (said.kind === 'refused' && row.state === 'done')
    if (isOther) await tellPeople(tx, 'provider.mismatch', provider, differs)
    return row
  }
  const { state, reason } = judge(row, said, { nowMs, forgottenMs: provider.calls.forgottenMs })
  if (said.kind === 'differs') await tellPeople(tx, 'provider.mismatch', provider, differs)
  const isOver = state === 'done' || state === 'failed'
  const ageMs = nowMs - Date.parse(row.createdAt)
  if (!isOver && ageMs > settings.payoutUnknownMinutes * 60_000)
    await tellPeople(tx, 'provider.owed', provider, { reference, why: 'transferOpen' })
  const now = new Date(nowMs).toISOString()
  await tx
    .updateTable('game_transfers')
    .set({
      state,
      reason,
      asked_at: now,
      tries: row.tries + 1,
      next_ask_at: isOver ? null : new Date(nowMs + backoffMs(row.tries)).toISOString(),
      settled_at: isOver ? now : null,
      ...(said.kind === 'done' ? { provider_ref: said.ref } : {}),
    })
    .where('id', '=', id)
    .execute()
  const after = await transferById(tx, id)
  if (isOver) await post(tx, row, state, businessOn(settings, nowMs))
  return after
}

export async function settleTransfer(
  services: Services,
  id: string,
  heard: Pick<Heard, 'provider' | 'said'>,
): Promise<TransferRow> {
  const settings = await services.settings.get()
  return services.db.transaction().execute((tx) => settle(tx, id, { ...heard, settings }, services.now()))
}
