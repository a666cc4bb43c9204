import type { BankCode } from '@khlang/contract/values/banks.ts'
import type { YearEra } from './bank-time.ts'

export type Direction = 'in' | 'out'
export type Channel = 'MB' | 'IB' | 'ATM' | 'CDM' | 'QR' | 'promptPay' | 'branch' | 'system' | 'card'

/**
 * One wording of one bank. The pattern must hold the amount between two fixed pieces of text, so that a cut
 * or torn amount matches nothing. Named groups: `amt` (required), `own` (mask of our account), `other`,
 * `bank` and `name` (the other side), `channel`, `ref`. Balance and time are read from the rest of the
 * message.
 */
export type Shape = {
  id: string
  /**
   * A: two or more independent public sources. B: one with test data. C: a hand-written example or memory.
   */
  confidence: 'A' | 'B' | 'C'
  direction: Direction
  pattern: RegExp
  hasBalance: boolean
  /** `stated`: the message dates itself; `clock`: it may state hours only; `receipt`: it states none. */
  time: 'stated' | 'clock' | 'receipt'
  era?: YearEra
  /** The other side's bank when the wording itself says so. */
  otherBank?: BankCode
  channel?: Channel
  /** The one old wording that prints whole baht. */
  isWholeBaht?: boolean
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  MB: 'MB',
  MOBILE: 'MB',
  IB: 'IB',
  ENET: 'IB',
  NET: 'IB',
  ATM: 'ATM',
  CDM: 'CDM',
  QR: 'QR',
  TELL: 'branch',
  TELLER: 'branch',
  DBCARD: 'card',
  EDC: 'card',
  ระบบ: 'system',
  พร้อมเพย์: 'promptPay',
}

/** The channel of a word after ผ่าน or "via"; null when it is not one we know. */
export function channelOf(word: string): Channel | null {
  return CHANNELS[word.toUpperCase()] ?? null
}
