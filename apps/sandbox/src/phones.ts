import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from './configuration.ts'
import { Refused, type SignedClient } from './signed-client.ts'
import type { PhoneMessage } from './state-file.ts'

const retryMs = 2000
const heartbeatMs = 60_000
const keptSent = 50

export interface PhoneCounts {
  delivered: number
  refused: number
  retried: number
}

/** The phones: they hold what the banks sent them and pass it to `/auto` when its time has come. */
export class Phones {
  readonly counts: PhoneCounts = { delivered: 0, refused: 0, retried: 0 }
  /** The last messages that were taken, newest last: what a duplicate repeats. */
  readonly sent: PhoneMessage[] = []
  readonly #waiting: PhoneMessage[]
  readonly #phones: ReadonlyMap<string, Configuration['phones'][number]>
  readonly #client: SignedClient
  readonly #changed: () => void
  readonly #say: (text: string) => void
  readonly #work: Promise<void>[] = []
  #isStopped = false

  constructor(
    phones: Configuration['phones'],
    client: SignedClient,
    kept: readonly PhoneMessage[],
    on: { changed: () => void; say: (text: string) => void },
  ) {
    this.#phones = new Map(phones.map((phone) => [phone.name, phone]))
    this.#client = client
    this.#waiting = [...kept]
    this.#changed = on.changed
    this.#say = on.say
  }

  get waiting(): PhoneMessage[] {
    return [...this.#waiting]
  }

  /** Puts a message on its phone. A phone that is off keeps it for ever. */
  take(message: PhoneMessage): void {
    this.#waiting.push(message)
    this.#changed()
  }

  start(): void {
    this.#work.push(this.#deliverAll(), this.#beat())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#work)
  }

  async #deliverAll(): Promise<void> {
    while (!this.#isStopped) {
      const now = Date.now()
      const due = this.#waiting
        .filter((message) => message.dueAtMs <= now && this.#phones.get(message.phone)?.isOn === true)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      for (const message of due) {
        if (this.#isStopped) return
        const next = await this.#deliver(message)
        this.#waiting.splice(this.#waiting.indexOf(message), 1, ...(next === null ? [] : [next]))
        this.#changed()
      }
      await sleep(50)
    }
  }

  /** @returns the message with its next time, or null when it is done with */
  async #deliver(message: PhoneMessage): Promise<PhoneMessage | null> {
    const phone = this.#phones.get(message.phone)
    if (phone === undefined) return null
    const { externalId, source, sender, text, sentAtMs } = message
    try {
      await this.#client.post(phone.key, '/auto/v1/message/create', {
        externalId,
        source,
        sender,
        text,
        sentAt: new Date(sentAtMs).toISOString(),
      })
      this.counts.delivered += 1
      this.sent.push(message)
      if (this.sent.length > keptSent) this.sent.shift()
      return null
    } catch (error) {
      if (error instanceof Refused && error.status < 500 && ![408, 409, 429].includes(error.status)) {
        this.counts.refused += 1
        this.#say(`${phone.name}: ${error.code} for ${text.slice(0, 60)}`)
        return null
      }
      this.counts.retried += 1
      return { ...message, dueAtMs: Date.now() + retryMs }
    }
  }

  async #beat(): Promise<void> {
    for (let next = Date.now(); !this.#isStopped; await sleep(200)) {
      if (Date.now() < next) continue
      next = Date.now() + heartbeatMs
      for (const phone of this.#phones.values()) {
        if (!phone.isOn) continue
        const pendingCount = this.#waiting.filter((message) => message.phone === phone.name).length
        await this.#client
          .post(phone.key, '/auto/v1/device/heartbeat', { batteryBps: 8700, pendingCount })
          .catch(() => undefined)
      }
    }
  }
}
