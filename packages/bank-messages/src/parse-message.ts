import { accountDigitsOf, bankFromAlias, type BankCode } from '@khlang/contract/values/banks.ts'
import { findBalance, readPrintedAmount, readWholeAmount, type FoundBalance } from './amount-in-text.ts'
import { baacShapes } from './banks/baac.ts'
import { readBankTime, type BankTimePrecision } from './bank-time.ts'
import { bayShapes } from './banks/bay.ts'
import { bblShapes } from './banks/bbl.ts'
import { gsbShapes } from './banks/gsb.ts'
import { kbankShapes } from './banks/kbank.ts'
import { ktbShapes } from './banks/ktb.ts'
import { readMask, type Mask } from './mask.ts'
import { normaliseMessage, withoutMemo } from './normalise.ts'
import {
  forbiddingAbout,
  harmlessAbout,
  hasLink,
  isReturned,
  isUndone,
  type NotMoneyAbout,
} from './not-money.ts'
import { isTaggedByOther, mayBeOther, ownPlacesIn, writerOf } from './plain-parties.ts'
import { isExplained } from './plain-surroundings.ts'
import { plainShapes } from './plain.ts'
import { scbMoreShapes } from './banks/scb-more.ts'
import { scbShapes } from './banks/scb.ts'
import { isPublicSender, isSenderOfOtherBank } from './senders.ts'
import { channelOf, type Channel, type Direction, type Shape } from './shape.ts'
import { truemoneyShapes } from './banks/truemoney.ts'
import { ttbShapes } from './banks/ttb.ts'

/** Raised whenever a message could read differently than before; stored with every line. */
export const PARSE_VERSION = 5

export type BankMessage = {
  /** The bank of our own account, known from the device and sender, never guessed from the text. */
  bank: BankCode
  source: 'sms' | 'push'
  sender: string
  /** For a push: title and body, joined by a blank. */
  text: string
  receivedAt: Date | string
}

export type LineFlag =
  /** The message ends before what its shape always carries. */
  | 'truncated'
  /** Shape known from one example or from memory only, or money that comes back: never credited by itself. */
  | 'lowConfidence'
  /** A card's movement: mask and balance are the card's. */
  | 'card'
  | 'unknownSender'
  /** The other side's bank is named by a tag that we do not know. */
  | 'unknownBankTag'
  /** Read from the archive, long after it came: it is suggested at most. */
  | 'readLate'

export type ParsedLine = {
  kind: 'line'
  direction: Direction
  amountMinor: number
  /** UTC instant; for precision `none` the time of receipt, or null when a stated time was cut off. */
  bankTime: string | null
  bankTimePrecision: BankTimePrecision
  balanceAfterMinor: number | null
  ownMask: Mask | null
  /** The other side: who paid when the money came in, who was paid when it went out. */
  payerBank: BankCode | null
  payerMask: Mask | null
  payerName: string | null
  channel: Channel | null
  ref: string | null
  flags: LineFlag[]
  shape: string
  parseVersion: number
  /** The version of the taught format that read it; absent where the bank's own shapes did. */
  taughtFormatId?: string
}

type ParseFailureReason =
  | 'empty'
  | 'tooLong'
  | 'bankNotSupported'
  | 'unknownShape'
  | 'amountUnclear'
  | 'balanceUnclear'
  | 'directionConflict'
  | 'severalMovements'
  | 'link'

export type ParseFailure = {
  kind: 'failure'
  reason: ParseFailureReason
  shape: string | null
  parseVersion: number
}

export type NotMoney = { kind: 'notMoney'; about: NotMoneyAbout; parseVersion: number }

const TEXT_LENGTH_MAX = 1000
const DAY_MS = 86_400_000

export const shapesByBank: Partial<Record<BankCode, readonly Shape[]>> = {
  KBANK: kbankShapes,
  SCB: [...scbShapes, ...scbMoreShapes],
  KTB: ktbShapes,
  BBL: bblShapes,
  BAY: bayShapes,
  TTB: ttbShapes,
  GSB: gsbShapes,
  BAAC: baacShapes,
  TMW: truemoneyShapes,
  // No public message of these shows a wording of their own: only the plain ones are tried.
  CIMBT: [],
  KKP: [],
  LHB: [],
  TISCO: [],
  UOBT: [],
  ICBCT: [],
}

/** Words of one direction; standing before a shape of the other, they make the message doubtful. */
const DIRECTION_WORDS: Readonly<Record<Direction, RegExp>> = {
  in: /เข้า|รับ|ฝาก|received|deposit|incoming/i,
  out: /ออก|ถอน|หัก|จ่าย|ชำระ|withdraw|paid|payment|purchase|transferred/i,
}

/**
 * Reads one bank message. Answers a line, or that the message moves no money, or a failure; when anything
 * about amount or direction is doubtful it is a failure, never a guess. Pure: the receipt time comes in.
 * Throws RangeError when `receivedAt` is not a time.
 */
export function parseBankMessage(message: BankMessage): ParsedLine | NotMoney | ParseFailure {
  const receivedAt = new Date(message.receivedAt)
  if (Number.isNaN(receivedAt.getTime())) throw new RangeError('receivedAt is not a time')
  const shapes = shapesByBank[message.bank]
  if (shapes === undefined) return failure('bankNotSupported')
  if (message.text.length > TEXT_LENGTH_MAX) return failure('tooLong')
  const whole = normaliseMessage(message.text)
  if (whole === '') return failure('empty')
  const text = withoutMemo(whole)
  const forbidding = forbiddingAbout(text)
  if (forbidding !== null) return notMoney(forbidding)

  if (message.source === 'sms' && isSenderOfOtherBank(message.bank, message.sender)) {
    return failure('unknownShape')
  }
  const hits = isTaggedByOther(text, message.bank) ? [] : matchesOf(shapes, text)
  const found = hits.length > 0 ? hits : plainMatchesOf(message.bank, text)
  const [hit] = found
  if (hit === undefined) {
    const about = harmlessAbout(text)
    return about === null ? failure('unknownShape') : notMoney(about)
  }
  const doubt = hasLink(whole) ? 'link' : doubtAbout(hit, found, shapes, text)
  return doubt === null ? lineFrom(hit, message, text, receivedAt) : failure(doubt, hit.shape.id)
}

type Hit = { shape: Shape; start: number; end: number; groups: Record<string, string | undefined> }

function matchesOf(shapes: readonly Shape[], text: string): Hit[] {
  return shapes.flatMap((shape) => {
    const match = shape.pattern.exec(text)
    if (match === null) return []
    return [{ shape, start: match.index, end: match.index + match[0].length, groups: match.groups ?? {} }]
  })
}

/** A plain wording is read only when its writer can be our bank and it tells of nothing but a movement. */
function plainMatchesOf(bank: BankCode, text: string): Hit[] {
  const writer = writerOf(text)
  if (writer !== null && writer !== bank) return []
  const hits = matchesOf(plainShapes, text)
  if (hits.some((hit) => mayBeOther(text, hit, hit.shape.direction))) return []
  if (!hits.some((hit) => isExplained(bank, text, hit, hit.shape.direction))) return []
  return hits.map((hit) => {
    const own = ownPlacesIn(text, hit.shape.direction)
    return { ...hit, groups: { ...hit.groups, own } }
  })
}

function doubtAbout(
  hit: Hit,
  found: readonly Hit[],
  shapes: readonly Shape[],
  text: string,
): ParseFailureReason | null {
  if (isUndone(text)) return 'directionConflict'
  const differs = (other: Hit) =>
    other.shape.direction !== hit.shape.direction || other.groups['amt'] !== hit.groups['amt']
  if (found.some((other) => other.shape.direction !== hit.shape.direction)) return 'directionConflict'
  if (found.some(differs)) return 'severalMovements'
  const opposite = hit.shape.direction === 'in' ? 'out' : 'in'
  if (DIRECTION_WORDS[opposite].test(text.slice(0, hit.start))) return 'directionConflict'
  const rest = text.slice(hit.end)
  if (matchesOf([...shapes, ...plainShapes], rest).length > 0) return 'severalMovements'
  return null
}

function lineFrom(
  hit: Hit,
  message: BankMessage,
  text: string,
  receivedAt: Date,
): ParsedLine | ParseFailure {
  const { shape, groups } = hit
  const printed = groups['amt'] ?? ''
  const amountMinor = shape.isWholeBaht === true ? readWholeAmount(printed) : readPrintedAmount(printed)
  if (amountMinor === null || amountMinor <= 0) return failure('amountUnclear', shape.id)
  if (isPointDoubtful(shape, printed)) return failure('amountUnclear', shape.id)
  const balance = findBalance(text.slice(text.indexOf(printed, hit.start) + printed.length))
  if (balance.state === 'unclear') return failure('balanceUnclear', shape.id)

  const time = timeOf(shape, text, receivedAt)
  if (shape.confidence === 'C' && isAnnounced(time.bankTime, receivedAt))
    return failure('unknownShape', shape.id)
  const otherBank = groups['bank'] === undefined ? (shape.otherBank ?? null) : bankFromAlias(groups['bank'])
  const flags: LineFlag[] = []
  if (isCut(shape, balance, time.bankTime)) flags.push('truncated')
  if (shape.confidence === 'C' || (shape.channel !== 'card' && isReturned(text)))
    flags.push('lowConfidence')
  if (shape.channel === 'card') flags.push('card')
  if (message.source === 'sms' && !isPublicSender(message.bank, message.sender)) flags.push('unknownSender')
  if (groups['bank'] !== undefined && otherBank === null) flags.push('unknownBankTag')
  return {
    kind: 'line',
    direction: shape.direction,
    amountMinor,
    ...time,
    balanceAfterMinor: balance.state === 'read' ? balance.balanceMinor : null,
    ownMask: maskOf(groups['own'], accountDigitsOf(message.bank)),
    payerBank: payerBankOf(otherBank, groups, message.bank),
    payerMask: maskOf(groups['other'], accountDigitsOf(otherBank)),
    payerName: groups['name']?.trim() ?? null,
    channel: shape.channel ?? (groups['channel'] === undefined ? null : channelOf(groups['channel'])),
    ref: groups['ref'] ?? referenceIn(text.slice(hit.end)),
    flags,
    shape: shape.id,
    parseVersion: PARSE_VERSION,
  }
}

/** Three digits of a wording nobody attests may be baht, or an amount below ten that lost its point. */
const isPointDoubtful = (shape: Shape, printed: string): boolean =>
  shape.confidence === 'C' && /^\d{3}$/.test(printed)

function timeOf(
  shape: Shape,
  text: string,
  receivedAt: Date,
): { bankTime: string | null; bankTimePrecision: BankTimePrecision } {
  const stated = readBankTime(text, receivedAt, shape.era ?? 'auto', shape.time === 'clock')
  if (stated !== null) return { bankTime: stated.bankTime, bankTimePrecision: stated.precision }
  const standIn = shape.time === 'stated' ? null : receivedAt.toISOString()
  return { bankTime: standIn, bankTimePrecision: 'none' }
}

/** A day that is still to come: the message announces the movement. */
function isAnnounced(bankTime: string | null, receivedAt: Date): boolean {
  return bankTime !== null && Date.parse(bankTime) > receivedAt.getTime() + DAY_MS
}

function isCut(shape: Shape, balance: FoundBalance, bankTime: string | null): boolean {
  return balance.state === 'cut' || (shape.hasBalance && balance.state !== 'read') || bankTime === null
}

/** A wallet's phone number is a wallet; PromptPay names no bank. */
function payerBankOf(
  otherBank: BankCode | null,
  groups: Record<string, string | undefined>,
  ownBank: BankCode,
): BankCode | null {
  if (otherBank !== null) return otherBank === 'PROMPTPAY' ? null : otherBank
  return ownBank === 'TMW' && groups['other'] !== undefined ? 'TMW' : null
}

function maskOf(printed: string | undefined, digits: number | null): Mask | null {
  return printed === undefined ? null : readMask(printed, digits)
}

function referenceIn(rest: string): string | null {
  const match = /(?:\(transaction |Ref(?: No)?[.: ] ?|อ้างอิง ?:? ?)(?<ref>[A-Za-z0-9]{4,25})/.exec(rest)
  return match?.groups?.['ref'] ?? null
}

function failure(reason: ParseFailureReason, shape: string | null = null): ParseFailure {
  return { kind: 'failure', reason, shape, parseVersion: PARSE_VERSION }
}

function notMoney(about: NotMoneyAbout): NotMoney {
  return { kind: 'notMoney', about, parseVersion: PARSE_VERSION }
}
