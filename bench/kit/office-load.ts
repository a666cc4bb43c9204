import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sendSigned, sendTransfer, type Desk, type MachineKey } from './desks.ts'
import type { Meter } from './meter.ts'

/** What comes from outside: messages of the bank, and members who ask for their money. */
export interface OfficeLoad {
  readonly port: number
  readonly desks: readonly Desk[]
  readonly site: MachineKey
  readonly members: number
  /** Members who have money and may ask for it, by their outside ids. */
  readonly payees: readonly string[]
  readonly creditsPerSecond: number
  readonly withdrawalsPerSecond: number
  readonly meter: Meter
}

/** A member who asked first pays so long after. */
const askAheadMs = 3000

const memberId = (n: number): string =>
  encodeId('member', `019a0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`)

/** Each arrives at its time, answered or not the one before; only an account's own are in a row. */
export class OfficeWork {
  readonly #load: OfficeLoad
  #until = 0
  #work: Promise<unknown>[] = []
  #credited = 0
  readonly waiting: string[] = []

  constructor(load: OfficeLoad) {
    this.#load = load
  }

  get credited(): number {
    return this.#credited
  }

  start(): void {
    this.#until = Infinity
    const begun = Date.now() + askAheadMs
    const { desks } = this.#load
    this.#work = [...desks.map((desk, at) => this.#pay(desk, at, begun)), this.#withdraw(begun)]
  }

  async stop(): Promise<void> {
    this.#until = Date.now()
    await Promise.all(this.#work)
  }

  /** The payments of one account. A credit is measured from the moment it was due. */
  async #pay(desk: Desk, at: number, begun: number): Promise<void> {
    const { desks, creditsPerSecond, members, meter, port } = this.#load
    for (let n = at; ; n += desks.length) {
      const dueAt = begun + (n * 1000) / creditsPerSecond
      // Members of the first half pay, those of the other are paid.
      const payer = 1 + ((n * 7919) % Math.floor(members / 2))
      const amountMinor = 50_000 + n * 101
      await sleep(Math.max(0, dueAt - askAheadMs - Date.now()))
      if (dueAt > this.#until) return
      if (n % 2 === 0) await this.#ask(payer, amountMinor)
      await sleep(Math.max(0, dueAt - Date.now()))
      try {
        await sendTransfer(port, desk, { payer, amountMinor })
        meter.took('credit', Date.now() - dueAt)
        this.#credited += 1
      } catch (error) {
        meter.failed('credit')
        if (process.env['KHLANG_BENCH_LOUD']) process.stderr.write(`${String(error)}\n`)
      }
    }
  }

  async #ask(payer: number, amountMinor: number): Promise<void> {
    await this.#member('/member/v1/deposit/create', { memberId: memberId(payer), amountMinor }, 'request')
  }

  async #withdraw(begun: number): Promise<void> {
    const { payees, withdrawalsPerSecond } = this.#load
    if (withdrawalsPerSecond === 0) return
    const calls: Promise<unknown>[] = []
    for (let n = 0; ; n += 1) {
      await sleep(Math.max(0, begun + (n * 1000) / withdrawalsPerSecond - Date.now()))
      if (Date.now() > this.#until) break
      const body = {
        memberId: payees[n % payees.length],
        amountMinor: 10_000 + n,
        requestKey: randomUUID(),
      }
      calls.push(this.#member('/member/v1/withdrawal/create', body, 'withdrawal'))
    }
    await Promise.all(calls)
  }

  async #member(target: string, body: object, name: string): Promise<void> {
    const { port, site, meter } = this.#load
    const begun = Date.now()
    const message = { target, body: JSON.stringify(body), idempotencyKey: randomUUID() }
    const answer = await sendSigned(port, site, message).catch(String)
    if (answer.includes('"data"')) meter.took(name, Date.now() - begun)
    else {
      meter.failed(name)
      if (process.env['KHLANG_BENCH_LOUD']) process.stderr.write(`${name}: ${answer}\n`)
    }
    if (answer.includes('"review"')) this.waiting.push(answer)
  }
}
