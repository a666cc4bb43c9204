import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '@khlang/phone-client/phone-api.ts'
import type { Acts } from '../acts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Member, MemberSite } from '../members.ts'
import type { Phones } from '../phones/phones.ts'
import type { Rail } from '../rail.ts'
import type { Random } from '../random.ts'
import type { RailPlan } from '../state-file.ts'
import { BankRefusal, type World } from '../world.ts'
import type { PlantFacts } from './planted.ts'

const payeeTries = 60
const askerTries = 6
/** Banks whose customers our banks' messages do not tell of by bank and number. */
const untold: ReadonlySet<string> = new Set(['TMW', 'SCB', 'TTB'])

/** The parts of the outside world that a bad day moves. */
export interface Moves {
  readonly world: World
  readonly site: MemberSite
  readonly phones: Phones
  readonly rail: Rail
  /** Null where the house has no gateway of ours. */
  readonly gateway: Gateway | null
  readonly acts: Acts
}

type Wish = Parameters<Moves['acts']['deposit']>[0]

export interface Paid {
  readonly account: string
  readonly accountNo: string
  readonly member: string
  readonly amountMinor: number
  readonly reference: string | null
  readonly texts: readonly string[]
}

/** Chooses whom and what a bad thing meets, by its own chance alone: no member and no amount comes twice. */
export class Planter {
  readonly outside: Moves
  readonly random: Random
  /** How long the whole day lasts. */
  readonly lengthMs: number
  readonly #usedMembers = new Set<string>()
  #amounts = 0
  #withdrawals = 0

  constructor(outside: Moves, random: Random, lengthMs: number) {
    this.outside = outside
    this.random = random
    this.lengthMs = lengthMs
  }

  /** In satang. */
  amountMinor(): number {
    this.#amounts += 1
    return this.random.int(210, 480) * 100 + 10 + ((this.#amounts * 7) % 89)
  }

  /** A deposit account of ours that members know, of this bank where there is one. */
  account(bank: string): { readonly accountNo: string; readonly phone: string } {
    const known = this.outside.world.accounts.flatMap(({ phone, ...account }) =>
      account.role === 'deposit' && account.bank !== 'TMW' && phone !== null && !account.isOpenedHere
        ? [{ ...account, phone }]
        : [],
    )
    const found = known.find((each) => each.bank === bank) ?? known[0]
    if (found === undefined) throw new BankRefusal('unknownAccount')
    return found
  }

  /** Somebody whose account our banks' messages tell of, and of whom nothing was planted yet. */
  async member(): Promise<Member> {
    const member = await this.#anyone()
    this.#usedMembers.add(member.id)
    return member
  }

  async #anyone(): Promise<Member> {
    const fitting = (await this.outside.site.active()).filter(
      ({ id, bank }) => !this.#usedMembers.has(id) && !untold.has(bank),
    )
    if (fitting.length === 0) throw new BankRefusal('noMember')
    return this.random.pick(fitting)
  }

  /** Somebody with so much in the wallet, and nothing on its way out. */
  async #payee(leastMinor: number): Promise<Member> {
    for (let tries = 0; tries < payeeTries; tries += 1) {
      const member = await this.outside.site.find((await this.#anyone()).id)
      if (member.cashMinor < leastMinor || member.lockedMinor !== 0) continue
      this.#usedMembers.add(member.id)
      return member
    }
    throw new BankRefusal('noMember')
  }

  /** A member pays in: to this bank of ours, or where the site tells them to. */
  async pays(bank: string | null, wish: Wish = {}): Promise<Paid> {
    const { id, username } = await this.member()
    const where = bank === null ? {} : { accountNo: this.account(bank).accountNo }
    const asked = { member: id, amountMinor: this.amountMinor(), ...where, ...wish }
    const paid = await this.outside.acts.deposit(asked)
    return { ...paid, account: `${paid.bank} ${paid.accountNo}`, member: username }
  }

  /**
   * A member asks for money, and this becomes of the payout to them. One that a person would have to decide
   * first is taken back, and somebody else asks.
   */
  async withdraws(plan: RailPlan): Promise<PlantFacts> {
    const { rail, site } = this.outside
    // Of three withdrawals no two are of one amount.
    this.#withdrawals += 1
    const amountMinor = (this.random.int(67, 99) * 3 + (this.#withdrawals % 3)) * 100
    for (let tries = 0; tries < askerTries; tries += 1) {
      const { id, accountNo, username } = await this.#payee(amountMinor)
      rail.await(accountNo, plan)
      try {
        const asked = await site.requestWithdrawal(id, amountMinor)
        const facts = { member: username, amountsMinor: [amountMinor], reference: asked.reference }
        if (asked.state !== 'review') return facts
        await site.cancelWithdrawal(asked.id, id)
      } catch (error) {
        if (tries === askerTries - 1 || !(error instanceof Refused)) throw error
      }
      rail.await(accountNo, null)
    }
    throw new BankRefusal('noMember')
  }

  /** Somebody asks for a code and pays it; the gateway tells of it in its own way. */
  async paysCode(manner: 'twice' | 'late' | 'forged'): Promise<PlantFacts> {
    const { gateway, acts } = this.outside
    if (gateway === null) throw new BankRefusal('noGateway')
    const { id, username } = await this.member()
    const order = await acts.order({ member: id, amountMinor: this.amountMinor() })
    await gateway.pay(order.id, manner)
    return { member: username, amountsMinor: [order.amountMinor], reference: order.reference }
  }

  /** The account says its message again, under a name of its own, as a phone does that was restarted. */
  async saysAgain({ accountNo, texts }: Paid): Promise<void> {
    await sleep(Math.min(1500, this.lengthMs / 200))
    const [text] = texts
    if (text !== undefined) this.outside.acts.message({ accountNo, text })
  }
}
