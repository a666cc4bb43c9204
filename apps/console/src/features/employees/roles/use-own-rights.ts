import { useMemo } from 'react'
import { useProfile } from '../../../lib/person/profile.ts'
import type { Rights } from './rights.ts'

/** What the reader holds: nobody gives more than that. */
export function useOwnRights(): Rights {
  const { role, permissions } = useProfile()
  return useMemo(
    () => ({ isAdmin: role.isAdmin, permission: permissions, abilities: role.abilities }),
    [role, permissions],
  )
}
