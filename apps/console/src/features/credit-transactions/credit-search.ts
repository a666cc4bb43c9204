import { parseBaht } from '@khlang/money/amount.ts'
import type { RawSearch } from '../../lib/search.ts'
import { dateOnText, listPlace, oneText, someOf, type ListPlace } from '../../lib/search-values.ts'
import { walletKinds } from '../../lib/transfer-kinds.ts'
import type { CreditListInput } from './credit-shapes.ts'

/** What the address of the statement holds. `entry`: the row whose posting is open. */
export type CreditSearch = ReturnType<typeof parseCredit>
/** The part of it that the filter bar sets. */
export type CreditFilterValues = Pick<CreditSearch, 'kind' | 'from' | 'to' | 'amount' | 'reference'>

export function parseCredit(raw: RawSearch) {
  const memberId = oneText(raw['memberId'])
  return {
    memberId: memberId?.startsWith('mbr_') ? memberId : undefined,
    kind: someOf(raw['kind'], walletKinds),
    from: dateOnText(raw['from']),
    to: dateOnText(raw['to']),
    /** As typed, in baht: an amount that cannot be read filters nothing. */
    amount: oneText(raw['amount']),
    reference: oneText(raw['reference'])?.slice(0, 200),
    entry: oneText(raw['entry'])?.slice(0, 40),
    ...listPlace(raw),
  }
}

/** The filter that list, totals and export share. */
export function creditFilter(search: CreditSearch): Omit<CreditListInput, keyof ListPlace> {
  const { memberId, kind, from, to, reference, amount } = search
  const read = amount === undefined ? null : parseBaht(amount)
  const amountMinor = read?.ok && read.amountMinor > 0 ? read.amountMinor : undefined
  return { memberId, kind, from, to, reference, amountMinor }
}
