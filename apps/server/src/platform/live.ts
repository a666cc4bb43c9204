import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import type { Resource } from '@khlang/contract/permissions.ts'
import type { EmployeeActor } from './actor.ts'
import type { Database, Reader } from './db.ts'
import { ownersOf, seesBrand } from './visibility.ts'

/** What a screen is told: something of this kind changed; it asks for the row by a normal call. */
export interface LiveEvent {
  readonly topic: string
  readonly id: string
  readonly version: number
}

/** Which right a person needs to be told of a topic; any one of them. Absent: every signed-in person. */
const topicRights: Readonly<Record<string, readonly Resource[]>> = {
  deposit: ['pretransactionDepositWithdraw', 'pretransactionRequest', 'memberManagement'],
  withdrawal: ['pretransactionDepositWithdraw', 'pretransactionRequest', 'memberManagement'],
  statementLine: ['pretransactionNotMatch', 'pretransactionDepositWithdraw'],
  bankAccount: ['pretransactionDepositWithdraw', 'paymentAuto'],
  message: ['pretransactionNotMatch'],
  member: ['memberManagement'],
  transfer: ['creditTransaction'],
}

/** What events may follow from: kept for the job that derives them. */
const eventTopics = ['deposit', 'withdrawal', 'statementLine', 'member', 'approval', 'export'] as const

/** Where every process hears of events; `listen` takes no parameter, so the name is a plain word. */
const channel = 'khlang_live'
const listening = `listen ${channel}`
const batchMax = 200
const gatherMs = 50
const watchEveryMs = 800
/** A heartbeat every 4 s: the console takes 10 s of silence for a dead stream. */
const beatRounds = 5

interface Listener {
  readonly actor: EmployeeActor
  readonly response: ServerResponse
}

/** Puts an event into the caller's transaction; it is heard after the commit. Decisions 21. */
export async function announce(db: Reader, topic: string, entityId: string, version = 0): Promise<void> {
  await db.insertInto('outbox').values({ topic, entity_id: entityId, version }).execute()
}

/**
 * One notifier and one listener per process. The notifier drains the outbox (woken by this process's
 * commits, else once a second) and notifies at most every 50 ms; the listener passes what any process
 * notified to open streams.
 */
export class Live {
  readonly #db: Database
  readonly #url: string
  readonly #listeners = new Set<Listener>()
  #client: pg.Client | null = null
  #isStopped = false
  #wake: (() => void) | null = null
  #isAwake = false
  #work: Promise<void>[] = []

  constructor(db: Database, url: string) {
    this.#db = db
    this.#url = url
  }

  start(): void {
    this.#work = [this.#drain(), this.#listen(), this.#watchSessions()]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.nudge()
    this.endStreams()
    await this.#client?.end().catch(() => undefined)
    await Promise.all(this.#work)
  }

  /** Ends every open stream: they never end by themselves, and a server that closes waits for them. */
  endStreams(): void {
    for (const { response } of this.#listeners) response.end()
  }

  /** Says that this process has just committed something with events. */
  nudge(): void {
    this.#isAwake = true
    this.#wake?.()
  }

  get streamCount(): number {
    return this.#listeners.size
  }

  /** Keeps a response open and writes the events its person may know of; ends with the connection. */
  subscribe(actor: EmployeeActor, response: ServerResponse): Promise<void> {
    const listener = { actor, response }
    this.#listeners.add(listener)
    response.write(': open\n\n')
    return new Promise((done) => {
      response.once('close', () => {
        this.#listeners.delete(listener)
        done()
      })
    })
  }

  async #drain(): Promise<void> {
    while (!this.#isStopped) {
      if (!this.#isAwake) {
        const waited = new AbortController()
        const woken = new Promise<void>((done) => (this.#wake = done))
        await Promise.race([
          woken,
          sleep(1000, undefined, { signal: waited.signal }).catch(() => undefined),
        ])
        waited.abort()
        this.#wake = null
      }
      this.#isAwake = false
      if (this.#isStopped) return
      const more = await this.#notifyBatch().catch(() => false)
      if (more) this.#isAwake = true
      await sleep(more ? 0 : gatherMs)
    }
  }

  async #notifyBatch(): Promise<boolean> {
    const rows = await this.#db.transaction().execute(async (tx) => {
      const taken = await sql<{ topic: string; entity_id: string; version: number }>`
        with taken as (
          delete from outbox where id in (
            select id from outbox order by id limit ${batchMax} for update skip locked)
          returning topic, entity_id, version),
        hints as (
          insert into event_hints (topic, entity_id)
          select distinct topic, entity_id from taken where topic = any(${[...eventTopics]}::text[])
          order by topic, entity_id
          on conflict do nothing)
        select topic, entity_id, version from taken`.execute(tx)
      if (taken.rows.length === 0) return []
      const events = taken.rows.map((row) => ({
        topic: row.topic,
        id: row.entity_id,
        version: row.version,
      }))
      // A notification carries at most 8000 bytes, so a batch goes out in parts.
      for (let from = 0; from < events.length; from += 50) {
        const part = JSON.stringify(events.slice(from, from + 50))
        await sql`select pg_notify(${channel}, ${part})`.execute(tx)
      }
      return events
    })
    return rows.length === batchMax
  }

  async #listen(): Promise<void> {
    while (!this.#isStopped) {
      const client = new pg.Client({ connectionString: this.#url, application_name: 'khlang-live' })
      const lost = new Promise<void>((done) => {
        client.on('error', () => done())
        client.on('end', () => done())
      })
      try {
        await client.connect()
        this.#client = client
        client.on(
          'notification',
          (message) =>
            void this.#publish(JSON.parse(message.payload ?? '[]') as LiveEvent[]).catch(() => undefined),
        )
        await client.query(listening)
        await lost
      } catch {
        await client.end().catch(() => undefined)
      }
      if (!this.#isStopped) await sleep(500)
    }
  }

  /** Staff hear what their rights let them see; a seller and an agent only what is theirs besides. */
  async #publish(events: readonly LiveEvent[]): Promise<void> {
    const listeners = [...this.#listeners]
    const tell = ({ actor, response }: Listener, told: readonly LiveEvent[]) => {
      const seen = told.filter((event) => {
        const rights = topicRights[event.topic]
        return !rights || rights.some((resource) => actor.permissions[resource].isRead)
      })
      if (seen.length > 0 && !response.writableEnded)
        response.write(seen.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    }
    const others = listeners.filter(({ actor }) => !seesBrand(actor))
    for (const each of listeners) if (!others.includes(each)) tell(each, events)
    if (others.length === 0) return
    const owners = await ownersOf(this.#db, events)
    for (const each of others)
      tell(
        each,
        events.filter(({ id }) => owners.get(id) === each.actor.id),
      )
  }

  /** Cuts streams whose session or rights ended, within a second; a heartbeat tells dead peers. */
  async #watchSessions(): Promise<void> {
    let round = 0
    while (!this.#isStopped) {
      await sleep(watchEveryMs)
      if (this.#listeners.size === 0) continue
      round += 1
      const ids = [...new Set([...this.#listeners].map((listener) => listener.actor.session.id))]
      const alive = await this.#db
        .selectFrom('sessions as s')
        .innerJoin('employees as e', 'e.id', 's.employee_id')
        .innerJoin('roles as r', 'r.id', 'e.role_id')
        .select(['s.id', 'r.version', 'r.id as roleId'])
        .where('s.id', 'in', ids)
        .where('s.ended_at', 'is', null)
        .where('s.idle_ends_at', '>', sql<string>`now()`)
        .where('s.expires_at', '>', sql<string>`now()`)
        .where('e.state', '=', 'active')
        .execute()
        .catch(() => null)
      if (!alive) continue
      const rights = new Map(alive.map((row) => [row.id, `${row.roleId}:${row.version}`]))
      for (const { actor, response } of this.#listeners) {
        if (rights.get(actor.session.id) !== `${actor.role.id}:${actor.role.version}`) response.end()
        else if (round % beatRounds === 0) response.write(': here\n\n')
      }
    }
  }
}
