import { missedTopic } from '@khlang/contract/live.ts'
import type { EmployeeActor } from '../people/actor.ts'
import type { Reader } from '../db/db.ts'
import { Hearing, type LiveEvent } from '../people/live-rights.ts'

/**
 * What events carry along, so that not every console asks for the same row: for those who may read it, as
 * the call that reads rows would answer them. An event without its row is one to ask for.
 */
export interface LiveRows {
  readonly isFor: (actor: EmployeeActor) => boolean
  /** Rows by the outside id of their event; `actor` is one of those it is for, all of the same sight. */
  readonly read: (
    db: Reader,
    actor: EmployeeActor,
    events: readonly LiveEvent[],
  ) => Promise<ReadonlyMap<string, unknown>>
}

const textOf = (event: LiveEvent & { readonly row?: unknown }): string =>
  `data: ${JSON.stringify(event)}\n\n`

/** "Something may have been missed": whoever hears it reads anew what it shows. */
export const missedText = textOf({ topic: missedTopic, id: '', version: 0 })

/** Some events as each person hears them: rights and rows are read once for all, and texts made once. */
export class Telling {
  readonly #db: Reader
  readonly #events: readonly LiveEvent[]
  readonly #rows: LiveRows | null
  readonly #hearing: Hearing
  #carrying: Promise<ReadonlyMap<LiveEvent, string>> | null = null
  readonly #plain: ReadonlyMap<LiveEvent, string>

  constructor(db: Reader, events: readonly LiveEvent[], rows: LiveRows | null) {
    this.#db = db
    this.#events = events
    this.#rows = rows
    this.#hearing = new Hearing(db, events)
    this.#plain = new Map(events.map((event) => [event, textOf(event)]))
  }

  /** @throws when it could not be found out what this person may hear of */
  async textFor(actor: EmployeeActor): Promise<string> {
    const heard = await this.#hearing.of(actor)
    if (heard.length === 0) return ''
    const carrying = this.#rows?.isFor(actor) ? await (this.#carrying ??= this.#withRows(actor)) : null
    return heard.map((event) => carrying?.get(event) ?? this.#plain.get(event)).join('')
  }

  async #withRows(actor: EmployeeActor): Promise<ReadonlyMap<LiveEvent, string>> {
    // Without them the consoles ask for themselves.
    const none = new Map<string, unknown>()
    const rows = (await this.#rows?.read(this.#db, actor, this.#events).catch(() => none)) ?? none
    return new Map(
      this.#events.flatMap((event) =>
        rows.has(event.id) ? [[event, textOf({ ...event, row: rows.get(event.id) })] as const] : [],
      ),
    )
  }
}
