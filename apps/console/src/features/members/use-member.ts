import { useQueryClient } from '@tanstack/react-query'
import { missedTopic, useLive } from '../../lib/call/live.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { refreshSoon } from '../../lib/call/refresh.ts'

/** One member whole, read again when an event names this very member. */
export function useMember(id: string) {
  const client = useQueryClient()
  useLive('member', (event) => {
    if (event.id === id || event.topic === missedTopic) refreshSoon(client, ['members', 'get', { id }])
  })
  return useQueryCall('members.get', { id })
}
