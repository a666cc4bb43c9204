import type { RawSearch } from '../../lib/search.ts'
import { idOf, listPlace, oneOf, type ListPlace } from '../../lib/search-values.ts'

export const scopes = ['toSettle', 'own', 'settled'] as const
export type Scope = (typeof scopes)[number]

/** What the address of the requests holds. `open`: the one in the panel. */
export type ApprovalSearch = ListPlace & {
  tab: 'approvals'
  scope: Scope
  open: string | undefined
}

export const parseApprovals = (raw: RawSearch): ApprovalSearch => ({
  tab: 'approvals',
  scope: oneOf(raw['scope'], scopes) ?? 'toSettle',
  open: idOf(raw['open'], 'apr'),
  ...listPlace(raw),
})
