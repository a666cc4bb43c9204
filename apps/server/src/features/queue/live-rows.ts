import { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import type { LiveRows } from '../../platform/live/live-telling.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { rowsOfQueue } from './queries.ts'

/** The queue's rows of deposits and withdrawals, as `queueRows` would answer with them. */
export const queueLiveRows: LiveRows = {
  isFor: (actor) => seesBrand(actor) && actor.permissions.pretransactionDepositWithdraw.isRead,

  read: async (db, actor, events) => {
    const idsOf = (kind: 'deposit' | 'withdrawal'): string[] => [
      ...new Set(events.flatMap(({ topic, id }) => (topic === kind ? (decodeId(kind, id) ?? []) : []))),
    ]
    const kinds = await Promise.all(
      (['deposit', 'withdrawal'] as const).map((kind) => rowsOfQueue(db, actor, kind, idsOf(kind))),
    )
    const records = kinds.flat().map((row) => ({ ...row, id: encodeId(row.kind, row.id) }))
    const shown = preTransactionQueue.queueRows.output.encode({ records })
    return new Map(shown.records.map((row) => [row.id, row]))
  },
}
