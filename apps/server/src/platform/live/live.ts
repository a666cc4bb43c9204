import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type pg from 'pg'
import type { EmployeeActor } from '../people/actor.ts'
import { createClient, type Database, type Reader } from '../db/db.ts'
import { aliveRights, placeOf, type LiveEvent } from '../people/live-rights.ts'
import { Telling, missedText, type LiveRows } from './live-telling.ts'
import { RecentEvents } from './recent-events.ts'

/** What events may follow from: kept for the job that derives them. */
const eventTopics = [
  'deposit',
  'withdrawal',
  'statementLine',
  'member',
  'approval',
  'export',
  'ownTransfer',
  'reconcileDay',
] as const

/** Where every process hears of events; `listen` takes no parameter, so the name is a plain word. */
const channel = 'khlang_live'
const listening = `listen ${channel}`
const batchMax = 200
const gatherMs = 50
const watchEveryMs = 800
/** A heartbeat every 4 s: the console takes 10 s of silence for a dead stream. */
const beatRounds = 5
/**
 * How often the connection that hears the channel is asked whether it lives, and its time to answer. A busy
 * machine may take a second: every console would then read all it shows anew, when it can least afford it.
 */
const pingEveryMs = 5000
const pingAnswerMs = 3000
/** One browser holds one stream; where tabs cannot share it, each has its own. */
const perSession = 5
const perPerson = 20
/** What may wait for a reader that is slow; it opens anew and reads then. */
const unreadMaxBytes = 256 * 1024

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
  readonly #rows: LiveRows | null
  readonly #listeners = new Set<Listener>()
  readonly #recent = new RecentEvents()
  readonly #stopping = new AbortController()
  #isListening = false
  #client: pg.Client | null = null
  #isStopped = false
  #wake: (() => void) | null = null
  #isAwake = false
  #work: Promise<void>[] = []

  constructor(db: Database, url: string, rows: LiveRows | null = null) {
    this.#db = db
    this.#url = url
    this.#rows = rows
  }

  start(): void {
    this.#work = [this.#drain(), this.#listen(), this.#watchSessions()]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopping.abort()
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

  /** Whether this process hears at this moment what all processes tell. */
  get isListening(): boolean {
    return this.#isListening
  }

  /**
   * Keeps a response open and writes the events its person may know of; ends with the connection. The oldest
   * stream ends when there are too many: the new one proves that the person is there, an old one may belong
   * to a browser that went away without a word. It begins with what was told in the last `sinceMs`: what a
   * screen read before its stream was open may have changed by then.
   */
  subscribe(actor: EmployeeActor, response: ServerResponse, sinceMs?: number): Promise<void> {
    this.#endOldest(perSession - 1, (each) => each.session.id === actor.session.id)
    this.#endOldest(perPerson - 1, (each) => each.id === actor.id)
    const listener = { actor, response }
    this.#listeners.add(listener)
    response.write(': open\n\n')
    if (sinceMs !== undefined) {
      const events = this.#recent.since(Date.now() - sinceMs)
      if (events === null) this.#tellMissed([listener])
      else if (events.length > 0) void this.#tell(listener, new Telling(this.#db, events, this.#rows))
    }
    return new Promise((done) => {
      response.once('close', () => {
        this.#listeners.delete(listener)
        done()
      })
    })
  }

  #endOldest(most: number, isMeant: (actor: EmployeeActor) => boolean): void {
    const open = [...this.#listeners].filter(({ actor, response }) => {
      return isMeant(actor) && !response.writableEnded
    })
    for (const { response } of open.slice(0, Math.max(0, open.length - most))) response.end()
  }

  /** A reader that does not read is cut: what waits for it would fill the memory. */
  #write({ response }: Listener, text: string): void {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > unreadMaxBytes) response.destroy()
  }

  /** Everything may have been missed: by all, or by some. */
  #tellMissed(listeners: Iterable<Listener> = this.#listeners): void {
    for (const listener of listeners) this.#write(listener, missedText)
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
        with picked as materialized (
          select id from outbox order by id limit ${batchMax} for update skip locked),
        taken as (
          delete from outbox o using picked where o.id = picked.id returning topic, entity_id, version),
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
    const { signal } = this.#stopping
    while (!this.#isStopped) {
      const client = createClient(this.#url, 'khlang-live', pingAnswerMs)
      const lost = new Promise<void>((done) => {
        client.on('error', () => done())
        client.on('end', () => done())
      })
      try {
        this.#client = client
        await client.connect()
        client.on(
          'notification',
          (message) => void this.#publish(JSON.parse(message.payload ?? '[]') as LiveEvent[]),
        )
        await client.query(listening)
        this.#isListening = true
        this.#recent.begin(Date.now())
        // What was told while nobody listened is told to nobody again: whoever is there reads anew.
        this.#tellMissed()
        await Promise.race([lost, this.#ping(client)])
      } catch {
        // Tried again below, until it is stopped.
      } finally {
        this.#isListening = false
        this.#recent.end()
        await client.end().catch(() => undefined)
      }
      await sleep(500, undefined, { signal }).catch(() => undefined)
    }
  }

  /** A connection can die without a word: it is asked all the time. @throws when it does not answer */
  async #ping(client: pg.Client): Promise<void> {
    const { signal } = this.#stopping
    while (!this.#isStopped) {
      await sleep(pingEveryMs, undefined, { signal }).catch(() => undefined)
      if (!this.#isStopped) await client.query('select 1')
    }
  }

  async #publish(events: readonly LiveEvent[]): Promise<void> {
    this.#recent.add(Date.now(), events)
    const telling = new Telling(this.#db, events, this.#rows)
    await Promise.all([...this.#listeners].map((listener) => this.#tell(listener, telling)))
  }

  async #tell(listener: Listener, telling: Telling): Promise<void> {
    try {
      const text = await telling.textFor(listener.actor)
      if (text !== '') this.#write(listener, text)
    } catch {
      // Who may hear of it could not be found out: never lost in silence.
      this.#tellMissed([listener])
    }
  }

  /** Cuts streams whose session or rights ended, within a second; a heartbeat tells dead peers. */
  async #watchSessions(): Promise<void> {
    let round = 0
    while (!this.#isStopped) {
      await sleep(watchEveryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      if (this.#listeners.size === 0) continue
      round += 1
      const alive = await aliveRights(
        this.#db,
        [...this.#listeners].map(({ actor }) => actor),
      ).catch(() => null)
      if (!alive) continue
      for (const listener of this.#listeners) {
        const { actor, response } = listener
        if (alive.get(placeOf(actor)) !== `${actor.role.id}:${actor.role.version}`) response.end()
        else if (round % beatRounds === 0) this.#write(listener, ': here\n\n')
      }
    }
  }
}
