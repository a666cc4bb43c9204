import type { RawSearch } from '../../lib/search.ts'

export const scopes = ['toSettle', 'own', 'settled'] as const
export type Scope = (typeof scopes)[number]

/** What the address of the requests holds. `open`: the one in the panel. */
export interface ApprovalSearch extends Record<string, string | number | undefined> {
  tab: string
  scope: Scope
  open: string | undefined
  size: number
  after: string | undefined
  before: string | undefined
}

const sizes = [25, 50, 100]
const oneText = (value: RawSearch[string] | undefined): string | undefined => {
  const text = typeof value === 'string' ? value : value?.[0]
  return text === '' ? undefined : text
}

export function parseApprovals(raw: RawSearch): ApprovalSearch {
  const size = Number(oneText(raw['size']))
  return {
    tab: 'approvals',
    scope: scopes.find((scope) => scope === oneText(raw['scope'])) ?? 'toSettle',
    open: oneText(raw['open']),
    size: sizes.includes(size) ? size : 25,
    after: oneText(raw['after']),
    before: oneText(raw['before']),
  }
}
