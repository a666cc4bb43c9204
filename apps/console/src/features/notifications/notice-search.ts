import { severities } from '@khlang/contract/event-codes.ts'
import type { RawSearch } from '../../lib/search.ts'
import { idOf, oneOf, wholeNumber, yesNo } from '../../lib/search-values.ts'

/** What the address of the list holds. `open`: the message in the drawer. */
export type NoticeSearch = ReturnType<typeof parseNotices>
export type NoticeFilter = Pick<NoticeSearch, 'isUnread' | 'severity'>

const sizes = [10, 25, 50, 100]
const pageMax = 100_000

export function parseNotices(raw: RawSearch) {
  const page = wholeNumber(raw['page']) ?? 1
  const size = wholeNumber(raw['size']) ?? 0
  return {
    isUnread: yesNo(raw['isUnread']),
    severity: oneOf(raw['severity'], severities),
    page: page >= 1 && page <= pageMax ? page : 1,
    size: sizes.includes(size) ? size : 25,
    open: idOf(raw['open'], 'ntf'),
    /** Whether the kinds that one does not want stand open. */
    mutes: yesNo(raw['mutes']),
  }
}

/** The question of one page. */
export const noticesInput = ({ isUnread, severity, page, size }: NoticeSearch) => ({
  isUnread,
  severity,
  page,
  size,
})
