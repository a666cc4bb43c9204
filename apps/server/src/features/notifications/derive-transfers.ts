import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { fresh, type Happened } from './happened.ts'

/** What follows from transfers between own accounts: somebody must agree, and both banks have told of it. */
export async function transfers(tx: Tx, ids: readonly string[]): Promise<Happened[]> {
  const inside = ids.map((id) => decodeId('ownTransfer', id)).filter((id) => id !== null)
  const { rows } = await sql<{ id: string; reference: string; amount: number; isDone: boolean }>`
    select outside_id('otr', t.id) as id, t.reference, t.amount_minor as amount,
           t.state = 'done' as "isDone"
      from own_transfers t
     where t.id = any(${inside}::uuid[]) and t.state in ('asked', 'done')
       and coalesce(t.ended_at, t.created_at) > now() - ${fresh}`.execute(tx)
  return rows.map(({ id, reference, amount, isDone }) => ({
    code: isDone ? ('transfer.done' as const) : ('transfer.pending' as const),
    entity: 'ownTransfer',
    entityId: id,
    occurrence: '',
    detail: { reference },
    amountMinor: amount,
  }))
}
