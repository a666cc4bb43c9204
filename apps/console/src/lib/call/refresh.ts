import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** No call is asked twice within so long because of what happened elsewhere. */
const againAfterMs = 1000
const lookAgainMs = 100
/** All consoles hear of an event at the same moment; each asks at one of its own. */
const spreadMs = 400

const askedAt = new WeakMap<Query, number>()
const due = new WeakSet<Query>()

/** Remembers when each call was last asked. */
export function watchAsked(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, Date.now())
  })
}

/**
 * Makes answers old because an event said so. One that is on its way may have been read before the event: it
 * arrives, and is asked for once more. However many events there are, no call goes out twice in a second.
 */
export function refreshSoon(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) refresh(client, query)
}

function refresh(client: QueryClient, query: Query): void {
  if (due.has(query)) return
  const goes = (): boolean => query.state.fetchStatus === 'fetching'
  const again = (): void => {
    if (goes()) {
      setTimeout(again, lookAgainMs)
      return
    }
    due.delete(query)
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  const restMs = (askedAt.get(query) ?? query.state.dataUpdatedAt) + againAfterMs - Date.now()
  if (!query.isActive() && !goes()) {
    again()
    return
  }
  due.add(query)
  setTimeout(again, Math.max(restMs, 0) + Math.random() * spreadMs)
}
