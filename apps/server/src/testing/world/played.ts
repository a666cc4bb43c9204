import { randomUUID } from 'node:crypto'
import { businessOn } from '../../platform/business-day.ts'
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

/** Does something while the server's clock stands on another business day; they end at midnight. */
export async function onDay<T>(
  server: { readonly clock: { ms: number } },
  day: string,
  act: () => Promise<T>,
): Promise<T> {
  const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
  server.clock.ms = Date.parse(day) - Date.parse(today)
  try {
    return await act()
  } finally {
    server.clock.ms = 0
  }
}
