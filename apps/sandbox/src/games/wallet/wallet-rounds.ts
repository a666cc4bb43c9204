import { randomUUID } from 'node:crypto'
import type { MemberSite } from '../../members.ts'
import type { Random } from '../../random.ts'
import type { GameKey } from '../provider-words.ts'
import { Rounds } from '../rounds.ts'
import { wins } from '../wins.ts'
import type { WalletBook } from './wallet-book.ts'

interface Parts {
  readonly key: GameKey
  readonly book: WalletBook
  readonly site: MemberSite
  readonly random: Random
  readonly isPaused: () => boolean
  readonly say: (text: string) => void
}

const leastMinor = 500
const holdersMax = 8

/** Members take money into the provider's wallet, play there, and bring back what is left. */
export class WalletRounds extends Rounds<Parts> {
  protected async round(): Promise<void> {
    const { book, random } = this.parts
    const holders = book.holders(leastMinor)
    if (holders.length === 0 || (holders.length < holdersMax && random.chance(0.15))) return this.#enter()
    const member = random.pick(holders)
    return random.chance(0.12) ? this.#leave(member) : this.#play(member)
  }

  async #enter(): Promise<void> {
    const { key, random, site } = this.parts
    const member = await site.anyoneWith(20_000, new Set())
    if (member === null) return
    const amountMinor = 1000 * random.int(10, 20)
    const wish = {
      providerId: key.providerId,
      direction: 'in',
      amountMinor,
      requestKey: randomUUID(),
    } as const
    await site.transferGame(member.id, wish)
    // Somebody pressed twice.
    if (random.chance(0.1)) await site.transferGame(member.id, wish)
  }

  async #leave(member: string): Promise<void> {
    const { book, key, site } = this.parts
    const amountMinor = book.held(member)
    const wish = {
      providerId: key.providerId,
      direction: 'out',
      amountMinor,
      requestKey: randomUUID(),
    } as const
    await site.transferGame(member, wish)
  }

  async #play(member: string): Promise<void> {
    const { book, key, random } = this.parts
    const stakeMinor = Math.min(100 * random.int(5, 30), book.held(member))
    const wonMinor = Math.round(stakeMinor * random.weighted(wins))
    const game = random.pick(key.games).code
    const at = new Date().toISOString()
    const bet = { code: randomUUID(), version: 1, member, game, stakeMinor, wonMinor, at }
    book.play(bet, wonMinor - stakeMinor)
    // A result is corrected a moment later, in the member's favour.
    if (wonMinor === 0 && random.chance(0.05))
      book.play({ ...bet, version: 2, wonMinor: stakeMinor }, stakeMinor)
  }
}
