import type { creditTransactions } from '@khlang/contract/credit-transactions.ts'
import type { HandlerOutput } from '@khlang/contract/define.ts'
import type { Entry } from './queries.ts'

export type CreditRow = HandlerOutput<typeof creditTransactions.list>['records'][number]

/** `trf_17`: a transfer as the outside names it. */
export const transferId = (id: number): string => `trf_${id}`

/** An entry as the list shows it; what went out is negative. */
export function creditRow(entry: Entry): CreditRow {
  const amountMinor = entry.is_out ? -entry.amount_minor : entry.amount_minor
  return {
    id: transferId(entry.id),
    at: entry.at,
    kind: entry.kind,
    member: entry.member,
    amountMinor,
    beforeMinor: entry.after_minor - amountMinor,
    afterMinor: entry.after_minor,
    reference: entry.source.reference,
    sourceId: entry.source_id,
    by: entry.source.by,
    remark: entry.source.remark,
    businessOn: entry.business_on,
    valueOn: entry.value_on,
    isReversed: entry.is_reversed,
  }
}
