import type pg from 'pg'
import { createPool, type PoolSettings } from '../../../apps/server/src/platform/db/db.ts'
import type { BenchEnv } from '../env.ts'
import { readsOfPlan, type Plan } from '../plan-reads.ts'

// Every statement that a call or a job runs, with the plan by which it ran and what that plan really read:
// PostgreSQL's `auto_explain` tells the connection itself, of statements inside functions and triggers too.

/** A statement that ran. */
export interface Seen {
  readonly text: string
  readonly rows: number
  readonly scans: readonly string[]
  readonly buffers: number
  readonly plan: Plan
}

const settings: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

const oneTransaction: Readonly<Record<string, string>> = {
  commit: 'set constraints all immediate; release savepoint inner_one',
  rollback: 'rollback to savepoint inner_one; release savepoint inner_one',
}

/** A transaction of the product becomes part of the one that is taken back at the end. */
const inside = (text: string): string =>
  /^(begin|start transaction)\b/i.test(text) ? 'savepoint inner_one' : (oneTransaction[text] ?? text)

const flush = 'select 0'

type Query = (...given: unknown[]) => Promise<unknown>

interface Watched {
  readonly client: pg.PoolClient
  /** Asks in the very words that are given. */
  readonly query: Query
  /** Gives the connection up, which the pool waits for. */
  readonly end: () => void
}

/** Each pool's settings as in production, yet one connection, all of whose work is taken back. */
export class PlanWatch {
  readonly #env: BenchEnv
  readonly #database: string
  readonly #tables: ReadonlySet<string>
  readonly #clients = new Map<string, Promise<Watched>>()
  #seen: Seen[] = []

  private constructor(env: BenchEnv, database: string, tables: ReadonlySet<string>) {
    this.#env = env
    this.#database = database
    this.#tables = tables
  }

  static async open(env: BenchEnv, database: string): Promise<PlanWatch> {
    for (const [name, value] of Object.entries(settings))
      await env.admin(database, `alter database ${database} set ${name} = '${value}'`)
    const { rows } = await env.admin(
      database,
      `select relname from pg_class where relkind = 'r' and reltuples > 10000`,
    )
    return new PlanWatch(env, database, new Set((rows as { relname: string }[]).map((row) => row.relname)))
  }

  /** From now on nobody else is watched. */
  async close(): Promise<void> {
    await this.#env.admin(this.#database, `alter database ${this.#database} reset all`)
  }

  /** For `startServices`. The connection is the administrator's in the place of the role: see `prepare`. */
  readonly poolOf: typeof createPool = (_url, given?: PoolSettings) => {
    const name = given?.name ?? 'khlang'
    const pool = createPool(this.#env.adminUrl(this.#database), {
      ...given,
      max: 1,
      statementTimeoutMs: 120_000,
    })
    const open = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
    const one = async (): Promise<Watched> => {
      const client = await open()
      const query = client.query.bind(client) as Query
      const release = client.release.bind(client)
      if (given?.role === undefined) await query('set role khlang_app')
      await query('set idle_in_transaction_session_timeout = 0')
      client.on('notice', ({ message }) => this.#hear(message ?? ''))
      client.query = ((first: unknown, ...rest: unknown[]) =>
        query(typeof first === 'string' ? inside(first) : first, ...rest)) as typeof client.query
      client.release = () => undefined
      await query('begin')
      return { client, query, end: () => release(true) }
    }
    const client = async (): Promise<pg.PoolClient> => {
      const known = this.#clients.get(name) ?? one()
      this.#clients.set(name, known)
      return (await known).client
    }
    pool.connect = client as typeof pool.connect
    pool.query = (async (...asked: unknown[]) => {
      const asker = await client()
      return (asker.query as Query)(...asked)
    }) as typeof pool.query
    const end = pool.end.bind(pool)
    pool.end = async () => {
      const known = await this.#clients.get(name)
      this.#clients.delete(name)
      known?.end()
      await end()
    }
    return pool
  }

  #hear(message: string): void {
    const at = message.indexOf('plan:\n')
    if (!message.startsWith('duration:') || at < 0) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at + 6)) as {
      'Query Text': string
      Plan: Plan
    }
    if (text === flush) return
    this.#seen.push({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      ...readsOfPlan(plan, this.#tables),
      buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      plan,
    })
  }

  /** Changes rows that a job is to find, past every guard, on the main connection. */
  async prepare(text: string): Promise<void> {
    const main = await this.#clients.get('khlang')
    await main?.query(
      `reset role; set session_replication_role = replica; ${text};
       set session_replication_role = origin; set role khlang_app`,
    )
  }

  /** What the work ran; whatever it changed is taken back by `forget`. */
  async seenBy<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly seen: readonly Seen[] }> {
    await this.#flush()
    this.#seen = []
    const answer = await work()
    await this.#flush()
    return { answer, seen: this.#seen }
  }

  /** The plan of a statement with values is told when the next one takes its place. */
  async #flush(): Promise<void> {
    for (const { query } of await Promise.all(this.#clients.values())) await query(flush)
  }

  async forget(): Promise<void> {
    for (const { query } of await Promise.all(this.#clients.values())) {
      await query('rollback')
      await query('begin')
    }
  }
}
