import { useProfile } from './profile.ts'

/** Whether the person may know what lies on our accounts: balances, and whole bank messages that say them. */
export function useSeesBalances(): boolean {
  const { role } = useProfile()
  return role.isAdmin || role.abilities.seeOwnBalances
}
