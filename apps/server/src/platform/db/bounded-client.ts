import type pg from 'pg'

/** How much longer than the server's own limit we wait for its word: one that is alive has spoken by then. */
const graceMs = 2000
/** A connection that is ended says goodbye; a mute peer never answers it. */
const goodbyeMs = 1000

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }
const setsTimeout = /^\s*set local statement_timeout (?:=|to) '?(\d+)(ms|s|min|h)?'?\s*$/i
const unsetsTimeout = /^\s*(?:set local statement_timeout to default|commit|rollback)\s*$/i

/** The limit that a statement sets for those after it; null: it sets none. Pure. */
function timeoutSetBy(text: string, usualMs: number): number | null {
  if (unsetsTimeout.test(text)) return usualMs
  const [, count, unit] = setsTimeout.exec(text) ?? []
  return count === undefined ? null : Number(count) * (units[unit ?? 'ms'] ?? 1)
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const text = query !== null && typeof query === 'object' && 'text' in query ? query.text : ''
  return typeof text === 'string' ? text : ''
}

/**
 * Ends the connection when a statement gets no answer in its time: a connection can die without a word, and
 * whoever waits on it would wait for ever. Whoever gives their statements more time by `set local
 * statement_timeout`, as heavy work does, gets it here too.
 * @param onDead told when it happened
 */
export function boundQueries(client: pg.ClientBase, usualMs: number, onDead?: () => void): void {
  const { connection } = client as pg.Client
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let limitMs = usualMs
  const bounded = (...given: unknown[]): unknown => {
    const text = textOf(given[0])
    const waitMs = limitMs + graceMs
    limitMs = timeoutSetBy(text, usualMs) ?? limitMs
    const timer = setTimeout(() => {
      connection.stream.destroy()
      onDead?.()
    }, waitMs)
    const answered = (): void => clearTimeout(timer)
    const last = given.at(-1)
    if (typeof last === 'function') {
      const tell = last as (...result: unknown[]) => unknown
      return query(...given.slice(0, -1), (...result: unknown[]) => {
        answered()
        return tell(...result)
      })
    }
    const result = query(...given)
    if (result instanceof Promise) void result.then(answered, answered)
    else answered()
    return result
  }
  client.query = bounded as typeof client.query
}

/** An ending that the peer does not answer is carried out all the same. */
export function boundEnding(client: pg.ClientBase): void {
  const { connection } = client as pg.Client
  const end = (client as pg.Client).end.bind(client) as (...given: unknown[]) => unknown
  const bounded = (...given: unknown[]): unknown => {
    const timer = setTimeout(() => connection.stream.destroy(), goodbyeMs)
    timer.unref()
    connection.stream.once('close', () => clearTimeout(timer))
    return end(...given)
  }
  ;(client as pg.Client).end = bounded as pg.Client['end']
}
