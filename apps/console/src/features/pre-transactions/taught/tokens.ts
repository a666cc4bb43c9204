import type { Mark } from './taught-shapes.ts'

/** A piece of a message that one press chooses: a number with its signs, a word, a blank, a sign. */
export interface Token {
  readonly from: number
  readonly to: number
  readonly text: string
}

const pieces = /[xX*#+-]*[\dxX*#][\dxX*#.,:/@-]*|[ก-๙]+(?:[./][ก-๙]+)*|[A-Za-z]+|\s+|[^]/gu
const isNumber = (text: string): boolean => /\d/.test(text)

/** The pieces of a text; no piece reaches over the end of a mark. */
export function tokensOf(text: string, marks: readonly Mark[]): Token[] {
  const cuts = new Set(marks.flatMap(({ from, to }) => [from, to]))
  const tokens: Token[] = []
  const add = (from: number, to: number) => {
    if (to > from) tokens.push({ from, to, text: text.slice(from, to) })
  }
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    // A sign behind a number is not of it.
    const tail = isNumber(piece) ? (/[.,:/@-]+$/.exec(piece)?.[0].length ?? 0) : 0
    const end = index + piece.length
    const inside = [...cuts].filter((cut) => cut > index && cut < end)
    let from = index
    for (const cut of [...new Set([...inside, end - tail, end])].sort((a, b) => a - b)) {
      add(from, cut)
      from = cut
    }
  }
  return tokens
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** From the one piece to the other, whichever stands first. */
export const rangeOf = (one: Range, other: Range): Range => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})

/** The marks with this part marked as this, or as nothing; what it lies over is unmarked. */
export function marked(marks: readonly Mark[], { from, to }: Range, slot: Mark['slot'] | null): Mark[] {
  const rest = marks.filter((mark) => mark.to <= from || mark.from >= to)
  const others = slot === null || slot === 'text' ? rest : rest.filter((mark) => mark.slot !== slot)
  return (slot === null ? rest : [...others, { from, to, slot }]).toSorted((a, b) => a.from - b.from)
}
