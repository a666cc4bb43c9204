import { useQueryClient } from '@tanstack/react-query'
import { missedTopic, useLive } from '../../lib/live.ts'
import { useQueryCall } from '../../lib/query.ts'
import { refreshSoon } from '../../lib/refresh.ts'

/** One member whole, read again when an event names this very member. */
export function useMember(id: string) {
  const client = useQueryClient()
  useLive('member', (event) => {
    if (event.id === id || event.topic === missedTopic) refreshSoon(client, ['members', 'get', { id }])
  })
  return useQueryCall('members.get', { id })
}
