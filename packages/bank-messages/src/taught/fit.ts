import type { TaughtPiece, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { timeEnd } from './time-form.ts'

// A shape is laid over a message from left to right: no place is tried twice, nothing is taken back, and no
// pattern is ever built from what a person typed. The work is bounded by the length of the message.

/** What stands in a place of the shape. */
export interface Filled {
  readonly slot: TaughtSlot
  readonly from: number
  readonly to: number
}

export interface Fit {
  /** Null where the shape does not fit the whole message. */
  readonly filled: readonly Filled[] | null
  /** Letters that were looked at. */
  readonly steps: number
}

type Slotted = Extract<TaughtPiece, { slot: unknown }>

/** Places whose end is known by the letters alone, and the most they hold. */
const RUNS: Partial<Record<TaughtSlot, { readonly letter: RegExp; readonly most: number }>> = {
  own: { letter: /[\dxX*#.-]/, most: 24 },
  payerMask: { letter: /[\dxX*#.-]/, most: 24 },
  ref: { letter: /[A-Za-z0-9/-]/, most: 40 },
}
/** Places of free text end where the words behind them begin; these may hold so much. */
const FREE: Partial<Record<TaughtSlot, number>> = { payerName: 60, payerBank: 30, channel: 24, text: 60 }
/** Those of them in which no digit stands. */
const WITHOUT_DIGITS: readonly TaughtSlot[] = ['payerName', 'payerBank', 'channel']

export const isFree = (slot: TaughtSlot): boolean => FREE[slot] !== undefined

const AMOUNT_MOST = 20
const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9'

class Laying {
  readonly #text: string
  readonly #pieces: readonly TaughtPiece[]
  steps = 0

  constructor(text: string, pieces: readonly TaughtPiece[]) {
    this.#text = text
    this.#pieces = pieces
  }

  filled(): Filled[] | null {
    const found: Filled[] = []
    let at = 0
    for (const [index, piece] of this.#pieces.entries()) {
      if ('words' in piece) {
        if (!this.#stands(piece.words, at)) return null
        at += piece.words.length
        continue
      }
      const to = this.#endOf(piece, at, index)
      if (to <= at) return null
      found.push({ slot: piece.slot, from: at, to })
      at = to
    }
    return at === this.#text.length ? found : null
  }

  #letter(at: number): string {
    this.steps += 1
    return this.#text.charAt(at)
  }

  #stands(words: string, at: number): boolean {
    for (let index = 0; index < words.length; index += 1)
      if (this.#letter(at + index) !== words.charAt(index)) return false
    return true
  }

  #endOf(piece: Slotted, at: number, index: number): number {
    if (FREE[piece.slot] !== undefined) return this.#freeEnd(piece.slot, at, index)
    return this.#closedEnd(piece, at)
  }

  /** The end of a place that its own letters end, or -1. */
  #closedEnd({ slot, form }: Slotted, at: number): number {
    if (slot === 'amount' || slot === 'balance') return this.#amountEnd(at, form === 'whole')
    if (slot === 'time') {
      const end = timeEnd(this.#text, at, form ?? '')
      this.steps += Math.max(end - at, 0) + (form ?? '').length
      return end
    }
    const run = RUNS[slot]
    if (run === undefined) return -1
    let end = at
    while (end - at < run.most && run.letter.test(this.#letter(end))) end += 1
    // More of the same is something longer than such a place may hold.
    if (end - at === run.most && run.letter.test(this.#letter(end))) return -1
    while (end > at && /[.-]/.test(this.#text.charAt(end - 1))) end -= 1
    return end === at ? -1 : end
  }

  /** A number with its decimals, never a part of a longer one. */
  #amountEnd(at: number, isWhole: boolean): number {
    const from = this.#letter(at) === '-' ? at + 1 : at
    let end = from
    const isOfNumber = (letter: string): boolean => isDigit(letter) || letter === ','
    while (end - from < AMOUNT_MOST && isOfNumber(this.#letter(end))) end += 1
    while (end > from && this.#text.charAt(end - 1) === ',') end -= 1
    if (end === from) return -1
    const hasDecimals = this.#letter(end) === '.' && isDigit(this.#letter(end + 1))
    if (isWhole) return hasDecimals || isDigit(this.#letter(end)) ? -1 : end
    if (!hasDecimals || !isDigit(this.#letter(end + 2))) return -1
    end += 3
    const isLonger =
      isDigit(this.#letter(end)) || (/[.,]/.test(this.#letter(end)) && isDigit(this.#letter(end + 1)))
    return isLonger ? -1 : end
  }

  /** Free text ends where the next words first stand, and behind them what must follow. */
  #freeEnd(slot: TaughtSlot, at: number, index: number): number {
    const most = FREE[slot] ?? 0
    const isWordless = WITHOUT_DIGITS.includes(slot)
    const next = this.#pieces[index + 1]
    const behind = this.#pieces[index + 2]
    const { length } = this.#text
    for (let end = at; end <= length && end - at <= most; end += 1) {
      if (next === undefined ? end === length : this.#begins(next, behind, end)) return end > at ? end : -1
      if (end < length && isWordless && isDigit(this.#letter(end))) return -1
    }
    return -1
  }

  #begins(next: TaughtPiece, behind: TaughtPiece | undefined, at: number): boolean {
    if (!('words' in next) || !this.#stands(next.words, at)) return false
    if (behind === undefined || 'words' in behind) return true
    return isFree(behind.slot) || this.#closedEnd(behind, at + next.words.length) > 0
  }
}

/** Lays a shape over a message that is normalised and freed of its memo. Pure. */
export function fitShape(shape: Pick<TaughtShape, 'pieces'>, text: string): Fit {
  const laying = new Laying(text, shape.pieces)
  const filled = laying.filled()
  return { filled, steps: laying.steps }
}
