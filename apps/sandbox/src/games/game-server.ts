import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, MemberSite } from '../members.ts'
import type { Random } from '../random.ts'
import { baht, type Fields, type ProviderWords } from './provider-words.ts'
import { Rounds } from './rounds.ts'
import { wins } from './wins.ts'

interface Parts {
  readonly words: ProviderWords
  readonly site: MemberSite
  readonly random: Random
  /** Nothing is played while nobody looks on. */
  readonly isPaused: () => boolean
  readonly say: (text: string) => void
}

/**
 * How a round is told: most plainly, some doubled, before its stake, taken back, or to its end too late; some
 * with what a pool pays beside it, or with a prize that is of no round.
 */
const manners = [
  ['plain', 82],
  ['twice', 8],
  ['resultFirst', 4],
  ['takenBack', 4],
  ['resultLate', 1],
  ['jackpot', 0.5],
  ['prize', 0.5],
] as const

const roundMs = 1200
/** So late that somebody may ask before. */
const lateMs = 600_000

/** The pretend game provider: members play a round now and then, and its server tells of it. */
export class GameServer extends Rounds<Parts> {
  protected async round(): Promise<void> {
    const { site, random } = this.parts
    const members = (await site.active()).filter(({ cashMinor }) => cashMinor >= 2000)
    if (members.length > 0) await this.#tell(random.pick(members))
  }

  async #tell(member: Member): Promise<void> {
    const { words, random } = this.parts
    const manner = random.weighted(manners)
    const stakeMinor = 500 * random.int(1, 40)
    const wonMinor = Math.round(stakeMinor * random.weighted(wins))
    const about = { userId: member.id, gameId: random.pick(words.key.games).code, roundId: randomUUID() }
    const stake = {
      ...about,
      ...this.#besides(stakeMinor),
      amount: baht(stakeMinor),
      reference: randomUUID(),
    }
    const result = { ...about, amount: baht(wonMinor), reference: randomUUID() }
    if (manner === 'resultFirst') await words.tell('result', result, 1)
    const placed = await words.tell('bet', stake)
    if (manner === 'twice') await words.tell('bet', stake)
    await sleep(roundMs)
    if (manner === 'takenBack')
      await words.tell('refund', { userId: member.id, reference: stake.reference })
    else if (placed.error === 0 && manner === 'resultLate') this.#tellLate(result)
    else if (placed.error === 0) await words.tell('result', result)
    if (manner === 'twice') await words.tell('result', result)
    if (manner === 'jackpot' && placed.error === 0)
      await words.tell('jackpotWin', { ...about, ...this.#given(stakeMinor, 6), jackpotId: '1' })
    if (manner === 'prize') {
      const campaign = { campaignId: '1', campaignType: 'T', currency: 'THB' }
      await words.tell('promoWin', { userId: member.id, ...this.#given(stakeMinor, 3), ...campaign })
    }
  }

  /** What such a provider tells of a stake beside money. */
  #besides(stakeMinor: number): Fields {
    const { random } = this.parts
    return {
      platform: random.pick(['MOBILE', 'MOBILE', 'WEB']),
      ipAddress: `198.51.100.${random.int(1, 250)}`,
      roundDetails: 'spin',
      jackpotContribution: (stakeMinor / 20_000).toFixed(6),
    }
  }

  /** Some stakes at once, at most so many, under a name of its own. */
  #given(stakeMinor: number, most: number): Fields {
    return { amount: baht(stakeMinor * this.parts.random.int(1, most)), reference: randomUUID() }
  }

  /** It happened, and its word waits. */
  #tellLate(result: Fields): void {
    const { words, say } = this.parts
    words.note('result', result)
    const tell = () =>
      void words.tell('result', result).catch((error: unknown) => say(`game: ${String(error)}`))
    setTimeout(tell, lateMs).unref()
  }
}
