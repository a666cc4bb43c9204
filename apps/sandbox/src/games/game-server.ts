import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, MemberSite } from '../members.ts'
import type { Random } from '../random.ts'
import { baht, type ProviderWords } from './provider-words.ts'
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

/** How a round is told: most plainly, some doubled, before its stake, or taken back. */
const manners = [
  ['plain', 84],
  ['twice', 8],
  ['resultFirst', 4],
  ['takenBack', 4],
] as const

const roundMs = 1200

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
    const stake = { ...about, amount: baht(stakeMinor), reference: randomUUID() }
    const result = { ...about, amount: baht(wonMinor), reference: randomUUID() }
    if (manner === 'resultFirst') await words.tell('result', result, 1)
    const placed = await words.tell('bet', stake)
    if (manner === 'twice') await words.tell('bet', stake)
    await sleep(roundMs)
    if (manner === 'takenBack')
      await words.tell('refund', { userId: member.id, reference: stake.reference })
    else if (placed.error === 0) await words.tell('result', result)
    if (manner === 'twice') await words.tell('result', result)
  }
}
