import { useQueryClient } from '@tanstack/react-query'
import { missedTopic, useLive } from '../../lib/live.ts'
import { useQueryCall } from '../../lib/query.ts'

/** One member whole, read again when an event names this very member. */
export function useMember(id: string) {
  const client = useQueryClient()
  useLive('member', (event) => {
    if (event.id === id || event.topic === missedTopic)
      void client.invalidateQueries({ queryKey: ['members', 'get', { id }] })
  })
  return useQueryCall('members.get', { id })
}
