import { missedTopic, useLive } from '../lib/call/live.ts'
import { loadProfile, useProfile } from '../lib/person/profile.ts'

/**
 * Reads the own profile again when the own role or the own person was changed, and after a gap in which
 * that may have happened.
 */
export function useProfileLive(): void {
  const {
    id,
    role: { _id: roleId },
  } = useProfile()
  useLive('employee', (event) => {
    if (event.topic === missedTopic || event.id === id) void loadProfile(true)
  })
  useLive('role', (event) => {
    if (event.topic !== missedTopic && event.id === roleId) void loadProfile(true)
  })
}
