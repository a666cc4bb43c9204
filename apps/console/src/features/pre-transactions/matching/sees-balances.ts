import { useProfile } from '../../../lib/person/profile.ts'

/** Whether the person may know what lies on our accounts: a whole bank message says it. */
export function useSeesBalances(): boolean {
  const { role } = useProfile()
  return role.isAdmin || role.abilities.seeOwnBalances
}
