import type { PaidOut } from './bad-day/differences.ts'
import type { GatewayKey } from './gateway/gateway-order.ts'
import type { GameKey } from './games/provider-words.ts'
import type { OwnAccountSettings } from './banks/own-account.ts'
import type { SeededPhone } from './phones/phone.ts'
import type { Key } from './signed-client.ts'
import type { SlipKey } from './slips/service.ts'

/** The first line on standard input, as JSON. */
export interface Configuration {
  /** Where `/auto` and `/member` are: `http://127.0.0.1:7100`. */
  readonly base: string
  readonly memberKey: Key
  readonly phones: readonly SeededPhone[]
  readonly accounts: readonly OwnAccountSettings[]
  /** Payouts of the last two days that the back office knows of from before this process. */
  readonly paidBefore: readonly PaidOut[]
  /** Hexadecimal; signs what the server sends to the rail. */
  readonly railSecret: string
  /** Null where the house has no gateway of ours. */
  readonly gateway: GatewayKey | null
  readonly gatewayPort: number
  /** Null where the house asks no slip service of ours. */
  readonly slips: SlipKey | null
  readonly slipPort: number
  /** Null where the house has no games of ours. */
  readonly games: GameKey | null
  /** The provider that tells a round in one word, and the one that keeps wallets; null: none. */
  readonly combinedGames: GameKey | null
  readonly walletGames: GameKey | null
  /** Where providers are asked for their games and about wallets. */
  readonly gamesPort: number
  readonly railPort: number
  readonly pagePort: number
  readonly chatPort: number
  /** File that keeps balances, unsent messages, payouts and chat rooms over a restart; null keeps nothing. */
  readonly statePath: string | null
  readonly hasEvents: boolean
  readonly seed: number
  readonly eventEveryMs?: number
  /** How often the gateway pays what it owes. */
  readonly settleEveryMs?: number
}

/** Reads the configuration. Throws when a part that nothing works without is missing. */
export function readConfiguration(line: string): Configuration {
  const value = JSON.parse(line) as Partial<Configuration>
  const { base, memberKey, phones, accounts, railSecret, railPort, pagePort, chatPort } = value
  if (!base || !memberKey || !phones || !accounts || !railSecret)
    throw new Error('incomplete configuration')
  if (railPort === undefined || pagePort === undefined || chatPort === undefined)
    throw new Error('the ports are missing')
  return {
    ...value,
    base,
    memberKey,
    phones,
    accounts,
    railSecret,
    paidBefore: value.paidBefore ?? [],
    gateway: value.gateway ?? null,
    gatewayPort: value.gatewayPort ?? 0,
    slips: value.slips ?? null,
    slipPort: value.slipPort ?? 0,
    games: value.games ?? null,
    combinedGames: value.combinedGames ?? null,
    walletGames: value.walletGames ?? null,
    gamesPort: value.gamesPort ?? 0,
    railPort,
    pagePort,
    chatPort,
    statePath: value.statePath ?? null,
    hasEvents: value.hasEvents ?? true,
    seed: value.seed ?? 1,
  }
}
