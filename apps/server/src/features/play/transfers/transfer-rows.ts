import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { memberTransfers } from '@khlang/contract/play/game-transfers.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { TransferOrder } from '../adapters/transfer-adapter.ts'

export interface TransferRow extends HandlerOutput<typeof memberTransfers.transferGame> {
  readonly memberId: string
  readonly sentAt: string | null
  readonly tries: number
  readonly businessOn: string
}

const columns = sql`t.id, t.provider_id as "providerId", t.member_id as "memberId", t.direction,
  t.amount_minor as "amountMinor", t.state, t.tries, t.business_on as "businessOn",
  t.created_at as "createdAt", t.sent_at as "sentAt", t.settled_at as "settledAt"`

export async function transfersWhere(
  db: Reader,
  where: RawBuilder<unknown>,
): Promise<readonly TransferRow[]> {
  const { rows } = await sql<TransferRow>`select ${columns} from game_transfers t where ${where}`.execute(
    db,
  )
  return rows
}

/** @throws notFound */
export async function transferById(db: Reader, id: string): Promise<TransferRow> {
  const [row] = await transfersWhere(db, sql`t.id = ${id}`)
  if (!row) throw new ApiError('notFound')
  return row
}

/** What the member site reads of it. */
export const shownTransfer = ({
  memberId: _member,
  sentAt: _sent,
  tries: _tries,
  businessOn: _on,
  ...shown
}: TransferRow): HandlerOutput<typeof memberTransfers.transferGame> => shown

/** As its provider is told of it. */
export const orderOf = ({ id, memberId, direction, amountMinor }: TransferRow): TransferOrder => ({
  reference: encodeId('gameTransfer', id),
  member: encodeId('member', memberId),
  direction,
  amountMinor,
})

export const isSettled = ({ state }: Pick<TransferRow, 'state'>): boolean =>
  state === 'done' || state === 'failed'
