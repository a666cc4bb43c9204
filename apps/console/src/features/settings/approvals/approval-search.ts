import type { Approval } from './approval-words.ts'
import type { RawSearch } from '../../../lib/address/search.ts'
import { idOf, listPlace, oneOf, type ListPlace } from '../../../lib/address/search-values.ts'

export const scopes = ['toSettle', 'own', 'settled'] as const
export type Scope = (typeof scopes)[number]

/** What the address of the requests holds. `open`: the one in the panel. */
export type ApprovalSearch = ListPlace & {
  tab: 'approvals'
  /** Undefined: that of the request in the panel, or what waits for me. */
  scope: Scope | undefined
  open: string | undefined
}

export const parseApprovals = (raw: RawSearch): ApprovalSearch => ({
  tab: 'approvals',
  scope: oneOf(raw['scope'], scopes),
  open: idOf(raw['open'], 'apr'),
  ...listPlace(raw),
})

/** The list in which a request stands for its reader. Pure. */
export function scopeOf({ isOwn, state }: Pick<Approval, 'isOwn' | 'state'>): Scope {
  if (isOwn) return 'own'
  return state === 'pending' ? 'toSettle' : 'settled'
}
