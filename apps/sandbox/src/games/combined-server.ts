import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemberSite } from '../members.ts'
import type { Random } from '../random.ts'
import { baht, type Fields, type GameKey } from './provider-words.ts'
import type { RoundRecords } from './records/round-records.ts'
import { Rounds } from './rounds.ts'
import { wins } from './wins.ts'

interface Parts {
  readonly key: GameKey
  readonly base: string
  readonly records: RoundRecords
  readonly site: MemberSite
  readonly random: Random
  readonly isPaused: () => boolean
  readonly say: (text: string) => void
}

/**
 * How a round is told: most once, some doubled, some corrected a moment later under another name, and of some
 * corrections nobody is told. After some comes a prize.
 */
const manners = [
  ['plain', 82.5],
  ['twice', 8],
  ['corrected', 8],
  ['correctionLost', 1],
  ['prize', 0.5],
] as const

const laterMs = 1200

/** The pretend provider that tells stake and win of a round in one word. */
export class CombinedServer extends Rounds<Parts> {
  protected async round(): Promise<void> {
    const { key, random, site } = this.parts
    const member = await site.anyoneWith(2000, new Set())
    if (member === null) return
    await this.#tell('Cash/Get', { player_name: member.id })
    const stakeMinor = 100 * random.int(1, 20)
    const wonMinor = Math.round(stakeMinor * random.weighted(wins))
    const about = {
      player_name: member.id,
      game_id: random.pick(key.games).code,
      bet_id: randomUUID(),
      platform: random.pick(['1', '3', '4']),
      wallet_type: 'C',
      is_end_round: 'True',
      is_feature_buy: random.int(1, 20) === 1 ? 'True' : 'False',
    }
    const round = (minor: number): Fields => ({
      ...about,
      transaction_id: randomUUID(),
      bet_amount: baht(stakeMinor),
      win_amount: baht(minor),
      transfer_amount: baht(minor - stakeMinor),
    })
    const word = round(wonMinor)
    await this.#tell('Cash/TransferInOut', word)
    const manner = random.weighted(manners)
    if (manner === 'plain') return
    await sleep(laterMs)
    if (manner === 'prize')
      return this.#tell('Cash/Adjustment', {
        player_name: member.id,
        transfer_amount: baht(stakeMinor * random.int(1, 3)),
        adjustment_transaction_id: randomUUID(),
        adjustment_time: String(Date.now()),
      })
    // A correction may be in the member's favour or not.
    const other = wonMinor === 0 ? stakeMinor : Math.floor(wonMinor / 2)
    if (manner === 'correctionLost') return this.parts.records.noteBet(round(other), Date.now())
    await this.#tell('Cash/TransferInOut', manner === 'twice' ? word : round(other))
  }

  async #tell(word: string, fields: Fields): Promise<void> {
    const { key, base } = this.parts
    const response = await fetch(`${base}${key.path}/${word}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, secret_key: key.secret, currency_code: 'THB' }).toString(),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { readonly error: object | null }
    if (word === 'Cash/TransferInOut' && answer.error === null)
      this.parts.records.noteBet(fields, Date.now())
  }
}
