import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { chatChannels } from '@khlang/contract/values/value-lists.ts'
import type { Identity } from '@khlang/phone-client/phone-api.ts'
import type { KeptBadDay } from './bad-day/planted.ts'
import type { OpenedAccount } from './banks/own-account.ts'
import type { Movement } from './banks/wording.ts'
import type { KeptRecords } from './games/records/round-records.ts'
import type { KeptWallet } from './games/wallet/wallet-book.ts'
import type { GatewayOrder } from './gateway/gateway-order.ts'

/** A message that lies on a phone and has not reached the server. */
export interface PhoneMessage {
  readonly phone: string
  readonly externalId: string
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
  /** When the bank sent it, milliseconds since 1970. */
  readonly sentAtMs: number
  /** When the phone passes it on. */
  readonly dueAtMs: number
}

/** How a phone fares. */
export interface PhoneCondition {
  /** Switched off it says nothing and keeps its messages. */
  readonly isOn: boolean
  readonly batteryPercent: number
  readonly isCharging: boolean
  /** How far its clock is ahead; negative when it is behind. */
  readonly skewMs: number
}

export interface KeptPhone {
  readonly name: string
  /** With the private key: the file is this account's alone. Null for a phone of the first day. */
  readonly identity: Identity | null
  readonly condition: PhoneCondition
}

export interface RailPayout {
  readonly id: string
  readonly ref: string
  readonly amountMinor: number
  readonly currency: string
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly fromAccountNo: string
  readonly plan: RailPlan
  state: 'accepted' | 'succeeded' | 'failed'
  /** When the money left; absent while it has not, and in the file of an older version. */
  paidAtMs?: number
  reason: string | null
  /** When the money leaves, while it has not left. */
  payAtMs: number | null
}

/**
 * What the rail does with a payout. Two never answer; one is paid twice by the bank; of the last the bank
 * sends no message.
 */
export const railPlans = [
  'succeed',
  'accept',
  'fail',
  'late',
  'neverButPay',
  'never',
  'succeedTwice',
  'succeedUnseen',
] as const
export type RailPlan = (typeof railPlans)[number]

/** A chat room's newest messages, oldest first. */
export interface KeptRoom {
  readonly channel: (typeof chatChannels)[number]
  readonly id: string
  readonly messages: readonly {
    readonly id: string
    readonly key: string | null
    readonly atMs: number
    readonly text: string
    repeats: number
  }[]
}

export interface KeptState {
  /** Satang on the pretend banks' books, by `bank:accountNo`. */
  readonly balances: Record<string, number>
  readonly unsent: PhoneMessage[]
  readonly orders?: readonly GatewayOrder[] | undefined
  readonly payouts: RailPayout[]
  /** Absent in the file of an older version, as are the next three. */
  readonly rooms?: KeptRoom[]
  readonly phones?: KeptPhone[]
  /** The newest messages of their inboxes. */
  readonly inbox?: readonly PhoneMessage[]
  /** Phones that accounts' SIMs were put into by hand, by `bank:accountNo`. */
  readonly sims?: Record<string, string>
  /** Accounts that were opened by hand and that the back office has not named yet. */
  readonly opened?: OpenedAccount[]
  /** The newest movements of each account, by `bank:accountNo`. */
  readonly movements?: Record<string, readonly Movement[]>
  /** What the payouts to these accounts come to, whenever they are ordered. */
  readonly awaited?: readonly (readonly [accountNo: string, plan: RailPlan])[]
  readonly badDay?: KeptBadDay
  /** What the provider that keeps wallets knows of them. */
  readonly wallet?: KeptWallet
  /** What the others know of their rounds. */
  readonly rounds?: KeptRecords | undefined
}

/** What outlives a restart. Written at most every 200 ms, whole or not at all. */
export class StateFile {
  readonly #path: string | null
  readonly #read: () => KeptState
  #timer: NodeJS.Timeout | null = null

  constructor(path: string | null, read: () => KeptState) {
    this.#path = path
    this.#read = read
  }

  static load(path: string | null): KeptState | null {
    if (path === null || !existsSync(path)) return null
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as KeptState
    } catch {
      return null
    }
  }

  changed(): void {
    if (this.#path === null || this.#timer !== null) return
    this.#timer = setTimeout(() => this.write(), 200)
  }

  write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#path === null) return
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#read()), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }
}
