import { bankFromAlias, type BankCode } from '@khlang/contract/values/banks.ts'
import type { TaughtPiece, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtProblem, TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { visibleDigitsOf, readMask } from '../mask.ts'
import { forbiddingAbout, hasLink, isUndone } from '../not-money.ts'
import { parseBankMessage, type BankMessage } from '../parse-message.ts'
import { speaksOfNoMovement } from '../plain-parties.ts'
import { fitShape, isFree } from './fit.ts'
import { directionOf, endsAsBalance, speakOfMoney } from './money-words.ts'
import { NUMBER_OF_MONEY, readTaught, readTaughtAmount, teachableText } from './read-taught.ts'
import { readWrittenTime } from './time-form.ts'

/** Why a marked message is no format yet, and the words that it is about. */
export interface Problem {
  readonly code: TaughtProblem
  readonly words: string | null
}

/** Fewer letters than these stand in too many messages. */
const lettersMin = 10
/** The words on either side of free text must tell where it ends. */
const freeMax = 4
const noSlot: readonly TaughtSlot[] = ['text']

const lettersIn = (words: string): number => words.replace(/[^\p{L}\p{M}]/gu, '').length

interface Place {
  readonly slot: TaughtSlot
  readonly form: string | null
  readonly before: string
  readonly behind: string
  readonly next: TaughtPiece | undefined
  readonly beyond: TaughtPiece | undefined
}

const wordsOf = (piece: TaughtPiece | undefined): string =>
  piece !== undefined && 'words' in piece ? piece.words : ''

const placesOf = ({ pieces }: TaughtShape): Place[] =>
  pieces.flatMap((piece, index) =>
    'words' in piece
      ? []
      : [
          {
            ...piece,
            before: wordsOf(pieces[index - 1]),
            behind: wordsOf(pieces[index + 1]),
            next: pieces[index + 1],
            beyond: pieces[index + 2],
          },
        ],
  )

/** What the places of a shape must be to each other. */
function problemsOfPlaces(places: readonly Place[]): Problem[] {
  const problems: Problem[] = []
  const tell = (code: TaughtProblem, words: string | null = null) => problems.push({ code, words })
  const slots = places.map(({ slot }) => slot)
  if (!slots.includes('amount')) tell('amountMissing')
  for (const slot of new Set(slots))
    if (!noSlot.includes(slot) && slots.filter((each) => each === slot).length > 1) tell('slotTwice', slot)
  if (slots.filter(isFree).length > freeMax) tell('tooManyFree')
  for (const { slot, next, behind, beyond } of places) {
    if (next !== undefined && 'slot' in next) tell('slotsTouch', slot)
    // A blank ends free text only where a number or an account must follow it.
    const isBlank = lettersIn(behind) === 0 && !/[:()|/,;]/.test(behind)
    const isLed = beyond !== undefined && 'slot' in beyond && !isFree(beyond.slot) && beyond.slot !== 'ref'
    if (isFree(slot) && next !== undefined && isBlank && !isLed) tell('freeUnbounded', slot)
  }
  return problems
}

/** What the words of a shape must say, and must not hold. */
function problemsOfWords(shape: TaughtShape, places: readonly Place[]): Problem[] {
  const problems: Problem[] = []
  const words = shape.pieces.flatMap((piece) => ('words' in piece ? [piece.words] : []))
  for (const each of words) {
    const digits = /[^\s]*\d[^\s]*/.exec(each)?.[0]
    if (digits !== undefined) problems.push({ code: 'digitsLeft', words: digits })
  }
  const all = words.join(' ')
  if (lettersIn(all) < lettersMin) problems.push({ code: 'tooGeneral', words: null })
  const amount = places.find(({ slot }) => slot === 'amount')
  const balance = places.find(({ slot }) => slot === 'balance')
  if (amount) {
    if (endsAsBalance(amount.before))
      problems.push({ code: 'amountIsBalance', words: amount.before.trim() })
    else if (!speakOfMoney(amount.before) && !speakOfMoney(amount.behind))
      problems.push({ code: 'noMoneyWord', words: null })
  }
  if (directionOf(all) !== shape.direction) problems.push({ code: 'directionUnclear', words: null })
  if (balance && !endsAsBalance(balance.before))
    problems.push({ code: 'balanceUnnamed', words: balance.before.trim() })
  return problems
}

const FROM = /(?:จาก|from)(?:บัญชี|บช\.?|บ\/ช\.?|เลขที่|A\/C|account| |:)*$/i
const INTO = /(?:เข้า|ไปยัง|ไป|ถึง|(?<![a-z])to)(?:บัญชี|บช\.?|บ\/ช\.?|เลขที่|พร้อมเพย์|your|A\/C|account| |:)*$/i

/** Money comes into our account and from the other's, or goes from ours into the other's. */
function problemsOfSides({ direction }: TaughtShape, places: readonly Place[]): Problem[] {
  const [ours, theirs] = direction === 'in' ? [FROM, INTO] : [INTO, FROM]
  return places.flatMap(({ slot, before }): Problem[] => {
    if (slot === 'own' && ours.test(before)) return [{ code: 'ownOnOtherSide', words: before.trim() }]
    if (slot === 'payerMask' && theirs.test(before))
      return [{ code: 'payerOnOurSide', words: before.trim() }]
    return []
  })
}

type Check = (marked: string, place: Place, shape: TaughtShape, receivedAt: Date) => TaughtProblem | null

const digitsShown = (marked: string): number => visibleDigitsOf(readMask(marked, null) ?? '')

/** What a marked part must read as, by the readers of the bank's own shapes. */
const CHECKS: Partial<Record<TaughtSlot, Check>> = {
  amount: (marked, { form }) =>
    (readTaughtAmount(marked, form) ?? 0) > 0 && !/^\d{4}$/.test(marked) ? null : 'amountUnclear',
  balance: (marked, { form }) => (readTaughtAmount(marked, form) === null ? 'balanceUnclear' : null),
  own: (marked) => (digitsShown(marked) >= 3 ? null : 'ownUnclear'),
  payerMask: (marked) => (digitsShown(marked) >= 3 ? null : 'payerUnclear'),
  payerBank: (marked) => (bankFromAlias(marked) === null ? 'bankUnknown' : null),
  time: (marked, _place, { era }, receivedAt) =>
    readWrittenTime(marked, receivedAt, era) === null ? 'timeUnclear' : null,
  ref: (marked) => (/^[A-Za-z0-9/-]{4,40}$/.test(marked) ? null : 'refUnclear'),
  text: (marked) => (NUMBER_OF_MONEY.test(marked) ? 'moneyInText' : null),
  payerName: (marked) => (/^[^\d]{2,60}$/.test(marked) ? null : 'payerUnclear'),
}

function problemsOfParts(shape: TaughtShape, places: readonly Place[], message: BankMessage): Problem[] {
  const text = teachableText(message.text)
  const { filled } = fitShape(shape, text)
  if (filled === null) return [{ code: 'doesNotFit', words: null }]
  return filled.flatMap(({ slot, from, to }, index): Problem[] => {
    const [place, marked] = [places[index], text.slice(from, to)]
    const code = place && CHECKS[slot]?.(marked, place, shape, new Date(message.receivedAt))
    return code ? [{ code, words: marked }] : []
  })
}

/**
 * Everything that speaks against a shape, from the shape itself and from the message that it was taught by.
 * Whose account it is about, and what it reads besides, is asked elsewhere. Pure.
 */
export function problemsOf(shape: TaughtShape, message: BankMessage): Problem[] {
  const text = teachableText(message.text)
  const places = placesOf(shape)
  const found = [
    ...problemsOfPlaces(places),
    ...problemsOfWords(shape, places),
    ...problemsOfSides(shape, places),
    ...problemsOfParts(shape, places, message),
  ]
  const isMoving = forbiddingAbout(text) === null && !isUndone(text) && !hasLink(text)
  if (!isMoving || speaksOfNoMovement(text)) found.push({ code: 'notMovement', words: null })
  const amount = places.find(({ slot }) => slot === 'amount')
  if (amount?.form === 'whole' && !places.some(({ slot }) => slot === 'balance'))
    found.push({ code: 'wholeNeedsBalance', words: null })
  if (parseBankMessage(message).kind === 'line') found.push({ code: 'alreadyRead', words: null })
  if (found.length === 0 && readTaught(message, { id: '', shape }) === null)
    found.push({ code: 'doesNotFit', words: null })
  return found
}

/** A message that is known from elsewhere: public ones of each bank, and those that must not be read. */
export interface KnownMessage {
  readonly bank: BankCode
  readonly source: 'sms' | 'push'
  readonly text: string
}

/** The first known message, besides the one it was taught by, that a shape would read too. */
export function knownReadBy(
  shape: TaughtShape,
  taught: string,
  known: readonly KnownMessage[],
): KnownMessage | null {
  const own = teachableText(taught)
  return (
    known.find(({ text }) => {
      const other = teachableText(text)
      return other !== own && fitShape(shape, other).filled !== null
    }) ?? null
  )
}
