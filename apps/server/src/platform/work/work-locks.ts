import type pg from 'pg'

const lockClass = 0x6b686c

/** A connection that holds locks, and whoever asks it last. */
interface Session {
  readonly client: pg.PoolClient
  tail: Promise<unknown>
  isLost: boolean
}

/**
 * The locks of this process's works, which keep other processes from running the same ones. All are held by
 * one connection and end with it, and with the process. One for each work would be held while its run waits
 * for another from the same pool: as many works as that has connections would all wait for ever.
 */
export class WorkLocks {
  readonly #pool: pg.Pool
  #session: Promise<Session> | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** @returns false when another process holds it */
  async take(name: string): Promise<boolean> {
    const answer = await this.#ask('select pg_try_advisory_lock($1, hashtext($2)) as got', name)
    return answer.rows[0]?.got === true
  }

  /** One that was lost together with its connection is given back already. */
  async give(name: string): Promise<void> {
    await this.#ask('select pg_advisory_unlock($1, hashtext($2)) as got', name).catch(() => undefined)
  }

  /** Gives the connection back; every lock must have been given back before. */
  async end(): Promise<void> {
    const session = await this.#session?.catch(() => null)
    this.#session = null
    if (!session || session.isLost) return
    session.isLost = true
    session.client.release()
  }

  async #ask(text: string, name: string): Promise<pg.QueryResult<{ got: boolean }>> {
    const session = await (this.#session ??= this.#open())
    const asked = session.tail.then(() => {
      if (session.isLost) throw new Error('the connection that holds the locks of works was lost')
      return session.client.query<{ got: boolean }>(text, [lockClass, name])
    })
    session.tail = asked.catch(() => undefined)
    try {
      return await asked
    } catch (error) {
      this.#drop(session)
      throw error
    }
  }

  async #open(): Promise<Session> {
    try {
      return { client: await this.#pool.connect(), tail: Promise.resolve(), isLost: false }
    } catch (error) {
      this.#session = null
      throw error
    }
  }

  /** After a failure nobody knows what it still holds: it is cut, and the next one asks anew. */
  #drop(session: Session): void {
    if (session.isLost) return
    session.isLost = true
    this.#session = null
    session.client.release(true)
  }
}
