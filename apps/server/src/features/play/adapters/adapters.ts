import type { playAdapters, transferAdapters } from '@khlang/contract/values/play-values.ts'
import type { PlayAdapter } from './adapter.ts'
import { betAndResultRounds } from './bet-and-result-rounds.ts'
import { betAndResult } from './bet-and-result.ts'
import type { RoundAdapter } from './round-adapter.ts'
import type { TransferAdapter } from './transfer-adapter.ts'
import { transferInOutRounds } from './transfer-in-out-rounds.ts'
import { transferInOut } from './transfer-in-out.ts'
import { transferWallet, transferWalletCalls } from './transfer-wallet.ts'

export type AdapterName = (typeof playAdapters)[number]
type TransferName = (typeof transferAdapters)[number]

/** Every way that game providers speak. */
export const adapters: Readonly<Record<AdapterName, PlayAdapter>> = {
  betAndResult,
  transferInOut,
  transferWallet,
}

const callsOf: Readonly<Record<TransferName, TransferAdapter>> = { transferWallet: transferWalletCalls }

/** How a provider is spoken to that keeps wallets itself; null: it asks ours for each bet. */
export const transferCallsOf = (name: AdapterName): TransferAdapter | null =>
  Object.hasOwn(callsOf, name) ? callsOf[name as TransferName] : null

/** How a provider is asked about one round; null: its own log is looked through. */
const roundsOf: Readonly<Record<AdapterName, RoundAdapter | null>> = {
  betAndResult: betAndResultRounds,
  transferInOut: transferInOutRounds,
  transferWallet: null,
}
export const roundCallsOf = (name: AdapterName): RoundAdapter | null => roundsOf[name]
