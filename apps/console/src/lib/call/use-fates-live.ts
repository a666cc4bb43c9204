import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { missedTopic, useLive } from './live.ts'
import { refreshSoon } from './refresh.ts'

/** Asks for the rows again when a withdrawal that one of them is named by has moved on. */
export function useFatesLive(rows: readonly { readonly sourceId: string }[], key: QueryKey): void {
  const client = useQueryClient()
  useLive('withdrawal', ({ topic, id }) => {
    if (topic === missedTopic || rows.some(({ sourceId }) => sourceId === id)) refreshSoon(client, key)
  })
  useLive('transfer', ({ topic, id }) => {
    if (topic !== missedTopic && rows.some(({ sourceId }) => sourceId === id)) refreshSoon(client, key)
  })
}
