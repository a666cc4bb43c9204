import { missedTopic, useLive } from './live.ts'

/** Asks for the rows again when a withdrawal that one of them is named by has moved on. */
export function useFatesLive(rows: readonly { readonly sourceId: string }[], refetch: () => unknown): void {
  useLive('withdrawal', ({ topic, id }) => {
    if (topic === missedTopic || rows.some(({ sourceId }) => sourceId === id)) void refetch()
  })
  useLive('transfer', ({ topic, id }) => {
    if (topic !== missedTopic && rows.some(({ sourceId }) => sourceId === id)) void refetch()
  })
}
