import { setTimeout as sleep } from 'node:timers/promises'
import type { Acts } from '../acts.ts'
import type { Party } from '../message-shapes.ts'
import type { Random } from '../random.ts'
import { BankRefusal, type World } from '../world.ts'
import type { Gateway, PayManner } from './gateway.ts'

/** Of a hundred payments of an order: how the gateway tells of them. */
const payHabits: readonly (readonly [PayManner, number])[] = [
  ['plain', 88],
  ['twice', 4],
  ['late', 4],
  ['silent', 3],
  ['failed', 1],
]

/** Banks whose messages name who paid, with the bank that the gateway then pays from. */
const namingBanks: ReadonlyMap<string, string> = new Map([
  ['TTB', 'KBANK'],
  ['SCB', 'SCB'],
  ['BBL', 'KBANK'],
])

/** What happens through the gateway, by chance or by hand. */
export class GatewayActs {
  readonly #gateway: Gateway
  readonly #world: World
  readonly #acts: Acts
  readonly #random: Random

  constructor(gateway: Gateway, parts: { readonly world: World; readonly acts: Acts; random: Random }) {
    this.#gateway = gateway
    this.#world = parts.world
    this.#acts = parts.acts
    this.#random = parts.random
  }

  /** A member asks for a code and pays it after a while; now and then their bank takes it back later. */
  async orderPaid(waitMs: number): Promise<void> {
    const { id } = await this.#acts.order({})
    await sleep(waitMs)
    await this.#gateway.pay(id, this.#random.weighted(payHabits))
    if (!this.#random.chance(0.03)) return
    await sleep(waitMs)
    await this.#gateway.refund(id)
  }

  /** The gateway pays what it owes by now, less its fee, to an account of ours whose bank names it. */
  settle() {
    const own = this.#world.accounts.find(
      ({ bank, role, phone, isOpenedHere }) =>
        role === 'deposit' && phone !== null && !isOpenedHere && namingBanks.has(bank),
    )
    if (own === undefined) throw new BankRefusal('unknownAccount')
    const payer: Party = {
      bank: namingBanks.get(own.bank) ?? 'KBANK',
      accountNo: '0387714420',
      name: this.#gateway.name,
      isCompany: true,
    }
    const paid = this.#gateway.settle((amountMinor) =>
      this.#world.move(own.accountNo, 'in', amountMinor, payer),
    )
    return paid === null ? null : { ...paid, bank: own.bank, accountNo: own.accountNo }
  }
}
