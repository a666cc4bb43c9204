import type { SearchValues } from './navigation.tsx'

/**
 * Where requests for a second person are read and decided. It has a name and a line of the menu of its own;
 * its address is a tab of a path that the specification names, and everybody signed in may open it.
 */
export const approvalsPage = (search: SearchValues = {}) =>
  ({ to: '/setting', search: { tab: 'approvals', ...search } }) as const

/** The same by its address. */
export const isApprovalsPage = (pathname: string, search: string): boolean =>
  pathname === '/setting' && new URLSearchParams(search).get('tab') === 'approvals'
