import { accountDigitsOf, bankFromAlias } from '@khlang/contract/values/banks.ts'
import type { TaughtPiece, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { readPrintedAmount, readWholeAmount } from '../amount-in-text.ts'
import { readMask } from '../mask.ts'
import { normaliseMessage, withoutMemo } from '../normalise.ts'
import { forbiddingAbout, hasLink, isReturned, isUndone } from '../not-money.ts'
import { PARSE_VERSION, type BankMessage, type LineFlag, type ParsedLine } from '../parse-message.ts'
import { isTaggedByOther, speaksOfNoMovement } from '../plain-parties.ts'
import { isPublicSender, isSenderOfOtherBank } from '../senders.ts'
import { channelOf } from '../shape.ts'
import { fitShape, type Filled } from './fit.ts'
import { speakOf } from './money-words.ts'
import { readWrittenTime } from './time-form.ts'

/** A version of a format that two people agreed to. */
export interface TaughtFormat {
  readonly id: string
  readonly shape: TaughtShape
}

const textMax = 1000
const dayMs = 86_400_000
/** A number of money in what is said to mean nothing: then the message says more than was taught. */
export const NUMBER_OF_MONEY = /\d[.,]\d/

/** A message as shapes are laid over it: normalised, and without what its payer wrote. */
export function teachableText(text: string): string {
  return text.length > textMax ? '' : withoutMemo(normaliseMessage(text))
}

/** What a message holds in the places of a shape, by place. */
type Held = Partial<Record<TaughtSlot, string>>

const heldOf = (filled: readonly Filled[], text: string): Held =>
  Object.fromEntries(filled.map(({ slot, from, to }) => [slot, text.slice(from, to)]))

const formOf = (pieces: readonly TaughtPiece[], slot: TaughtSlot): string | null =>
  pieces.flatMap((piece) => ('slot' in piece && piece.slot === slot ? [piece.form] : []))[0] ?? null

/** An amount as it is printed where a format has one. */
export const readTaughtAmount = (printed: string, form: string | null): number | null =>
  form === 'whole' ? readWholeAmount(printed) : readPrintedAmount(printed)

/** What stands in a place that means nothing may not mean money, the other way, or no movement at all. */
const isHarmless = (text: string, direction: TaughtShape['direction']): boolean =>
  !NUMBER_OF_MONEY.test(text) &&
  !speakOf(text, direction === 'in' ? 'out' : 'in') &&
  !speaksOfNoMovement(text)

/** What everything but the payer's name says. */
const besidesName = (filled: readonly Filled[], text: string): string => {
  const name = filled.find(({ slot }) => slot === 'payerName')
  return name === undefined ? text : `${text.slice(0, name.from)} ${text.slice(name.to)}`
}

/**
 * Whether a message may be read by a taught format at all: it neither failed nor was undone, has no link, is
 * no advertisement, and its sender and its first words are not another bank's.
 */
function isOutOfReach(message: BankMessage, text: string): boolean {
  return (
    text === '' ||
    forbiddingAbout(text) !== null ||
    isUndone(text) ||
    hasLink(normaliseMessage(message.text)) ||
    isTaggedByOther(text, message.bank) ||
    (message.source === 'sms' && isSenderOfOtherBank(message.bank, message.sender))
  )
}

interface Numbers {
  readonly amountMinor: number
  readonly balanceAfterMinor: number | null
}

/** Amount and balance; null where one of them is not certain. */
function numbersOf({ pieces }: TaughtShape, held: Held): Numbers | null {
  const amountMinor = readTaughtAmount(held.amount ?? '', formOf(pieces, 'amount'))
  if (amountMinor === null || amountMinor <= 0) return null
  if (held.balance === undefined) return { amountMinor, balanceAfterMinor: null }
  const balanceAfterMinor = readTaughtAmount(held.balance, formOf(pieces, 'balance'))
  return balanceAfterMinor === null ? null : { amountMinor, balanceAfterMinor }
}

/** The bank's time as the message states it; the receipt where it states none; null where it cannot be. */
function timeOf(
  held: Held,
  { era }: TaughtShape,
  receivedAt: Date,
): Pick<ParsedLine, 'bankTime' | 'bankTimePrecision'> | null {
  if (held.time === undefined) return { bankTime: receivedAt.toISOString(), bankTimePrecision: 'none' }
  const stated = readWrittenTime(held.time, receivedAt, era)
  // A day that is still to come: the message announces the movement.
  if (stated === null || Date.parse(stated.bankTime) > receivedAt.getTime() + dayMs) return null
  return { bankTime: stated.bankTime, bankTimePrecision: stated.precision }
}

function flagsOf(message: BankMessage, text: string, hasUnknownBank: boolean): LineFlag[] {
  const flags: LineFlag[] = []
  if (isReturned(text)) flags.push('lowConfidence')
  if (message.source === 'sms' && !isPublicSender(message.bank, message.sender)) flags.push('unknownSender')
  if (hasUnknownBank) flags.push('unknownBankTag')
  return flags
}

/**
 * Reads a message by a format that people taught, or null where it does not fit it to the letter. Values are
 * read as the bank's own shapes have them. Pure.
 */
export function readTaught(message: BankMessage, format: TaughtFormat): ParsedLine | null {
  const receivedAt = new Date(message.receivedAt)
  if (Number.isNaN(receivedAt.getTime())) throw new RangeError('receivedAt is not a time')
  const text = teachableText(message.text)
  const { shape } = format
  const { filled } = fitShape(shape, text)
  if (filled === null || isOutOfReach(message, text)) return null
  if (speaksOfNoMovement(besidesName(filled, text))) return null
  const isSound = filled.every(
    ({ slot, from, to }) => slot !== 'text' || isHarmless(text.slice(from, to), shape.direction),
  )
  if (!isSound) return null
  const held = heldOf(filled, text)
  const [numbers, time] = [numbersOf(shape, held), timeOf(held, shape, receivedAt)]
  if (numbers === null || time === null) return null
  const digits = accountDigitsOf(message.bank)
  const ownMask = held.own === undefined ? null : readMask(held.own, digits)
  if (held.own !== undefined && ownMask === null) return null
  const otherBank = held.payerBank === undefined ? null : bankFromAlias(held.payerBank)
  return {
    kind: 'line',
    direction: shape.direction,
    ...numbers,
    ...time,
    ownMask,
    payerBank: otherBank === 'PROMPTPAY' ? null : otherBank,
    payerMask: held.payerMask === undefined ? null : readMask(held.payerMask, accountDigitsOf(otherBank)),
    payerName: held.payerName?.trim() ?? null,
    channel: held.channel === undefined ? null : channelOf(held.channel.trim()),
    ref: held.ref ?? null,
    flags: flagsOf(message, text, held.payerBank !== undefined && otherBank === null),
    shape: `taught:${format.id}`,
    parseVersion: PARSE_VERSION,
    taughtFormatId: format.id,
  }
}

/** Whether two readings say the same movement of the same account. */
export const saysTheSame = (one: ParsedLine, other: ParsedLine): boolean =>
  one.direction === other.direction &&
  one.amountMinor === other.amountMinor &&
  one.balanceAfterMinor === other.balanceAfterMinor &&
  one.ownMask === other.ownMask
