import { setTimeout as sleep } from 'node:timers/promises'
import { answerAsk, logLinesMax } from '@khlang/phone-client/asks.ts'
import { newKeyPair, type KeyPair } from '@khlang/phone-client/keys.ts'
import { pairPhone } from '@khlang/phone-client/pairing.ts'
import { isWorthRetry, Refused, type Ask, type BankMessage } from '@khlang/phone-client/phone-api.ts'
import type { KeptPhone, PhoneCondition, PhoneMessage } from '../state-file.ts'
import { appVersion, pairedPhone, seededPhone, type Phone, type SeededPhone } from './phone.ts'

const restMs = 2000
const heartbeatMs = 60_000
/** While it waits to be agreed to, or after a heartbeat that was not taken. */
const soonMs = 10_000
const keptSent = 50
/** So many of the newest messages lie in the inboxes, passed on or not. */
const inboxMax = 1000

interface PhoneCounts {
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
  /** What the phones got, by its id: a queue may be lost, an inbox is not. */
  readonly #inbox = new Map<string, PhoneMessage>()
  readonly #phones = new Map<string, Phone>()
  readonly #changed: () => void
  readonly #say: (text: string) => void
  readonly #work: Promise<void>[] = []
  /** The key of a pairing that had no answer yet: the same text is tried again with it. */
  #tried: { readonly text: string; readonly keys: KeyPair } | null = null
  #isStarted = false
  #isStopped = false

  constructor(
    seeded: { readonly base: string; readonly phones: readonly SeededPhone[] },
    kept: {
      readonly unsent: readonly PhoneMessage[]
      readonly phones?: readonly KeptPhone[]
      readonly inbox?: readonly PhoneMessage[]
    },
    on: { changed: () => void; say: (text: string) => void },
  ) {
    const known = kept.phones ?? []
    for (const phone of seeded.phones) {
      const before = known.find(({ name, identity }) => name === phone.name && identity === null)
      this.#phones.set(phone.name, seededPhone(seeded.base, phone, before))
    }
    for (const { name, identity, condition } of known)
      if (identity !== null) this.#phones.set(name, pairedPhone(name, identity, condition))
    this.#waiting = [...kept.unsent]
    for (const message of [...(kept.inbox ?? []), ...kept.unsent]) this.#receive(message)
    this.#changed = on.changed
    this.#say = on.say
  }

  /** The newest messages of all inboxes. */
  get inbox(): PhoneMessage[] {
    return [...this.#inbox.values()]
  }

  get waiting(): PhoneMessage[] {
    return [...this.#waiting]
  }

  /** What outlives a restart: phones that were paired, and how others fare where somebody said so. */
  get kept(): KeptPhone[] {
    return [...this.#phones.values()]
      .filter(({ isSet }) => isSet)
      .map(({ name, identity, condition }) => ({ name, identity, condition }))
  }

  /** The phones for whoever looks on; no key is among it. */
  get state() {
    return [...this.#phones.values()].map((phone) => ({
      name: phone.name,
      ...phone.condition,
      waiting: this.#waitingOn(phone).length,
      deviceId: phone.identity?.deviceId ?? null,
      fingerprint: phone.identity?.fingerprint ?? null,
    }))
  }

  has(name: string): boolean {
    return this.#phones.has(name)
  }

  /** Puts a message on its phone. A phone that is off keeps it for ever. */
  take(message: PhoneMessage): void {
    this.#waiting.push(message)
    this.#receive(message)
    this.#changed()
  }

  /** The app of a phone loses what it has not passed on yet. @returns how much that was */
  loseQueue(name: string): number {
    const lost = this.#waiting.filter(({ phone }) => phone === name)
    for (const message of lost) this.#waiting.splice(this.#waiting.indexOf(message), 1)
    this.#changed()
    return lost.length
  }

  #receive(message: PhoneMessage): void {
    this.#inbox.set(message.externalId, message)
    const [oldest] = this.#inbox.keys()
    if (this.#inbox.size > inboxMax && oldest !== undefined) this.#inbox.delete(oldest)
  }

  /**
   * A new phone reads a picture and is paired by it, as a real one is.
   * @throws Refused for a code that is unknown, old or taken; any other error where no answer came
   */
  async pair(text: string): Promise<Pick<Phone, 'name'> & { deviceId: string; fingerprint: string }> {
    const keys = this.#tried?.text === text ? this.#tried.keys : newKeyPair()
    this.#tried = { text, keys }
    const model = `Sandbox phone ${this.#phones.size + 1}`
    const identity = await pairPhone(text, { platform: 'sandbox', model, appVersion }, keys)
    this.#tried = null
    const { deviceId, keyId, fingerprint } = identity
    const known = [...this.#phones.values()].find((phone) => phone.identity?.keyId === keyId)
    const phone = known ?? pairedPhone(this.#freeName(identity.name), identity)
    if (known === undefined) {
      this.#phones.set(phone.name, phone)
      if (this.#isStarted) this.#work.push(this.#live(phone))
      this.#changed()
    }
    return { name: phone.name, deviceId, fingerprint }
  }

  /** How a phone fares from now on; it says so at once. Null when there is no phone of this name. */
  fare(name: string, condition: Partial<PhoneCondition>): PhoneCondition | null {
    const phone = this.#phones.get(name)
    if (phone === undefined) return null
    phone.condition = { ...phone.condition, ...condition }
    phone.isSet = true
    phone.beatsAtMs = 0
    phone.restsUntilMs = 0
    this.#changed()
    return phone.condition
  }

  start(): void {
    this.#isStarted = true
    for (const phone of this.#phones.values()) this.#work.push(this.#live(phone))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#work)
  }

  /** A new handset in place of another one bears the same name in the back office, and is told apart here. */
  #freeName(name: string): string {
    let free = name
    for (let number = 2; this.#phones.has(free); number += 1) free = `${name} (${number})`
    return free
  }

  #waitingOn({ name }: Phone): PhoneMessage[] {
    return this.#waiting.filter((message) => message.phone === name)
  }

  /** One phone, one call at a time: it says that it lives, and passes on its oldest message that is due. */
  async #live(phone: Phone): Promise<void> {
    while (!this.#isStopped) {
      const now = Date.now()
      if (phone.condition.isOn && phone.beatsAtMs <= now) await this.#beat(phone, now)
      const isAwake = phone.condition.isOn && phone.restsUntilMs <= now && !this.#isStopped
      const [message] = isAwake
        ? this.#waitingOn(phone)
            .filter(({ dueAtMs }) => dueAtMs <= now)
            .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
        : []
      if (message === undefined) await sleep(50)
      else await this.#deliver(phone, message)
    }
  }

  async #beat(phone: Phone, now: number): Promise<void> {
    phone.beatsAtMs = now + heartbeatMs
    const { batteryPercent, isCharging } = phone.condition
    const pendingCount = this.#waitingOn(phone).length
    const health = { batteryBps: batteryPercent * 100, isCharging, pendingCount, appVersion }
    const answer = await phone.speech.heartbeat(health).catch(() => null)
    noteIn(phone, `heartbeat ${answer?.state ?? 'failed'}, ${pendingCount} waiting`)
    if (answer?.state !== 'online') phone.beatsAtMs = Math.min(phone.beatsAtMs, now + soonMs)
    for (const ask of answer?.asks ?? []) await this.#answer(phone, ask)
  }

  /** What it cannot answer now it is asked for again with its next heartbeat. */
  async #answer(phone: Phone, ask: Ask): Promise<void> {
    const inboxSince = (ms: number) =>
      this.inbox
        .filter((each) => each.phone === phone.name && each.sentAtMs >= ms && each.dueAtMs <= Date.now())
        .map(asSent)
    try {
      await answerAsk(phone.speech, ask, { inboxSince, log: () => phone.log, now: Date.now })
      noteIn(phone, `answered ${ask.kind}`)
    } catch {
      noteIn(phone, `${ask.kind} has to wait`)
      phone.beatsAtMs = Math.min(phone.beatsAtMs, Date.now() + soonMs)
    }
  }

  async #deliver(phone: Phone, message: PhoneMessage): Promise<void> {
    const { externalId, text } = message
    let later: PhoneMessage | null = null
    try {
      await phone.speech.message(asSent(message))
      noteIn(phone, `passed on ${externalId}`)
      this.counts.delivered += 1
      this.sent.push(message)
      if (this.sent.length > keptSent) this.sent.shift()
    } catch (error) {
      noteIn(phone, `not taken ${externalId}: ${error instanceof Refused ? error.code : 'no answer'}`)
      if (isWorthRetry(error)) {
        this.counts.retried += 1
        phone.restsUntilMs = Date.now() + restMs
        // What the server alone cannot take steps back; in any other trouble the order stays.
        const isItsOwn = error instanceof Refused && error.status === 500
        later = isItsOwn ? { ...message, dueAtMs: phone.restsUntilMs } : message
      } else {
        this.counts.refused += 1
        const why = error instanceof Refused ? error.code : String(error)
        this.#say(`${phone.name}: ${why} for ${text.slice(0, 60)}`)
      }
    }
    this.#waiting.splice(this.#waiting.indexOf(message), 1, ...(later === null ? [] : [later]))
    this.#changed()
  }
}

/** A message as it goes to the server. */
const asSent = ({ externalId, source, sender, text, sentAtMs }: PhoneMessage): BankMessage => ({
  externalId,
  source,
  sender,
  text,
  sentAt: new Date(sentAtMs).toISOString(),
})

function noteIn({ log }: Phone, what: string): void {
  log.push(`${new Date().toISOString()} ${what}`)
  if (log.length > logLinesMax) log.shift()
}
