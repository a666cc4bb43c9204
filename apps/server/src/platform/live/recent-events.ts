import type { LiveEvent } from '../people/live-rights.ts'

const keptMs = 30_000
const keptMax = 5000

interface Told {
  readonly at: number
  readonly events: readonly LiveEvent[]
}

/** What was told a moment ago, for whoever read something before the stream was open. */
export class RecentEvents {
  #told: Told[] = []
  #count = 0
  /** Since when nothing was missed; null: nobody listens. */
  #wholeSince: number | null = null

  /** The channel is heard from now on; what was told before is not known. */
  begin(now: number): void {
    this.#told = []
    this.#count = 0
    this.#wholeSince = now
  }

  /** The channel is heard no more. */
  end(): void {
    this.#wholeSince = null
  }

  add(now: number, events: readonly LiveEvent[]): void {
    this.#told.push({ at: now, events })
    this.#count += events.length
    for (let oldest = this.#told[0]; oldest; oldest = this.#told[0]) {
      if (oldest.at >= now - keptMs && this.#count <= keptMax) return
      this.#told.shift()
      this.#count -= oldest.events.length
      this.#wholeSince = this.#wholeSince === null ? null : Math.max(this.#wholeSince, oldest.at + 1)
    }
  }

  /** All that was told since then, each once; null where some of it may not be known. */
  since(at: number): LiveEvent[] | null {
    if (this.#wholeSince === null || at < this.#wholeSince) return null
    const events = this.#told.filter((told) => told.at >= at).flatMap((told) => told.events)
    return [...new Map(events.map((event) => [`${event.topic} ${event.id}`, event])).values()]
  }
}
