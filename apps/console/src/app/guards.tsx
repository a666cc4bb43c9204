import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type { ReactNode } from 'react'
import { useAllows } from '../lib/person/permissions.ts'
import { NoAccess } from './states/NoAccess.tsx'

interface GuardProps {
  /** Every named action is needed. Absent: the content always shows. */
  requires?: Requires
  /** Without permission: the permission-denied page, or nothing at all. */
  isHidden?: boolean
  children: ReactNode
}

/** Shows its content to whom it belongs. A courtesy: the server decides again on every call. */
export function Guard({ requires, isHidden = false, children }: GuardProps) {
  const allowed = useAllows()
  if (requires === undefined || allowed(requires)) return children
  return isHidden ? null : <NoAccess />
}
