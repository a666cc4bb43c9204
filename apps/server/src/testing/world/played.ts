import { randomUUID } from 'node:crypto'
import type { FakeProvider } from '../fakes/fake-provider.ts'
import type { FactoryMember } from './money-factory.ts'

interface Round {
  readonly stakeMinor: number
  readonly wonMinor: number
  /** What its provider calls it; told again with another payout it is a correction. */
  readonly bet?: string
  readonly game?: string
}

const baht = (minor: number): string => (minor / 100).toFixed(2)

/** A round as a provider tells it that says stake and payout in one word. @returns its answer */
export const tellRound = (
  provider: FakeProvider,
  member: Pick<FactoryMember, 'outside'>,
  { stakeMinor, wonMinor, bet = randomUUID(), game = 'tiger' }: Round,
) =>
  provider.sayRound({
    player_name: member.outside,
    game_id: game,
    bet_id: bet,
    transaction_id: randomUUID(),
    bet_amount: baht(stakeMinor),
    win_amount: baht(wonMinor),
    transfer_amount: baht(wonMinor - stakeMinor),
  })
