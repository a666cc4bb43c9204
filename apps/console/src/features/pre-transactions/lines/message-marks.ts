import { formatBaht } from '@khlang/money/amount.ts'

/** A piece of a message; marked where the line was read from it. */
export interface MessagePart {
  text: string
  mark: 'amount' | 'tail' | null
}

interface Found {
  from: number
  to: number
  mark: 'amount' | 'tail'
}

/** How banks print an amount: with and without group marks, with and without satang. */
function amountTexts(amountMinor: number): string[] {
  const grouped = formatBaht(amountMinor, { sign: 'never' })
  const plain = grouped.replaceAll(',', '')
  const texts = [grouped, plain]
  if (amountMinor % 100 === 0) texts.push(grouped.slice(0, -3), plain.slice(0, -3))
  return texts
}

const isFigure = (letter: string | undefined): boolean => letter !== undefined && /[\d.,]/.test(letter)

/** Places of `needle` that are not a part of a longer number. */
function placesOf(text: string, needle: string, mark: Found['mark'], isWhole: boolean): Found[] {
  const found: Found[] = []
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + 1)) {
    const to = from + needle.length
    const before = text[from - 1]
    const after = text.slice(to, to + 2)
    const continues = isFigure(before) || /^\d/.test(after) || /^[.,]\d/.test(after)
    if (!isWhole || !continues) found.push({ from, to, mark })
  }
  return found
}

/** Cuts a message into pieces with the amount and the visible digits of the payer's account marked. */
export function markMessage(text: string, amountMinor: number, payerMask: string | null): MessagePart[] {
  const tails = payerMask?.match(/\d{3,}/g) ?? []
  const found = [
    ...amountTexts(amountMinor).flatMap((needle) => placesOf(text, needle, 'amount', true)),
    ...tails.flatMap((needle) => placesOf(text, needle, 'tail', false)),
  ].toSorted((a, b) => a.from - b.from || b.to - a.to)
  const parts: MessagePart[] = []
  let at = 0
  for (const { from, to, mark } of found) {
    if (from < at) continue
    if (from > at) parts.push({ text: text.slice(at, from), mark: null })
    parts.push({ text: text.slice(from, to), mark })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), mark: null })
  return parts
}
