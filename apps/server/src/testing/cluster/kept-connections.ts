import pg from 'pg'

interface Kept {
  readonly url: string
  readonly options: string
  readonly pool: pg.Pool
}
let kept: readonly Kept[] = []

function poolOf(url: string, options: string): pg.Pool {
  const known = kept.find((each) => each.url === url && each.options === options)
  if (known) return known.pool
  const pool = new pg.Pool({ connectionString: url, options, max: 40, allowExitOnIdle: true })
  // A test may end all connections of its database, or the whole server: the next one is opened anew.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  kept = [...kept, { url, options, pool }]
  return pool
}

/**
 * Work on a connection as if it was opened for that: nothing that was set, locked or made in it is left for
 * the next. It stays open, as PostgreSQL starts a process for each, which has to read the whole schema first.
 * @param options of the session, as `-c name=value`
 */
export async function onConnection<T>(
  url: string,
  work: (client: pg.ClientBase) => Promise<T>,
  options = '',
): Promise<T> {
  const client = await poolOf(url, options).connect()
  try {
    return await work(client)
  } finally {
    // Refused inside a transaction that was left open: then it ends, and the transaction with it.
    await client.query('discard all').then(
      () => client.release(),
      () => client.release(true),
    )
  }
}

/** Ends those of a database, so that it can be dropped, copied or renamed. */
export async function closeConnections(database: string): Promise<void> {
  const own = kept.filter(({ url }) => new URL(url).pathname === `/${database}`)
  kept = kept.filter((each) => !own.includes(each))
  await Promise.all(own.map(({ pool }) => pool.end()))
}
