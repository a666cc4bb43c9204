import type { TaughtMark, TaughtPiece, TaughtShape } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { formOfTime } from './time-form.ts'

/** What of a marked part is meant, when somebody marked a blank or a unit with it. */
const CORE: Partial<Record<TaughtSlot, RegExp>> = {
  amount: /-?[\d,]*\d(?:\.\d+)?/,
  balance: /-?[\d,]*\d(?:\.\d+)?/,
  own: /[\dxX*#](?:[\dxX*#.-]*[\dxX*#])?/,
  payerMask: /[\dxX*#](?:[\dxX*#.-]*[\dxX*#])?/,
}

/** The same mark without what was marked too much. */
function trimmed(text: string, mark: TaughtMark): TaughtMark {
  const marked = text.slice(mark.from, mark.to)
  const core = CORE[mark.slot]?.exec(marked)
  if (core) {
    const from = mark.from + core.index
    return { ...mark, from, to: from + core[0].length }
  }
  const before = marked.length - marked.trimStart().length
  const behind = marked.length - marked.trimEnd().length
  return { ...mark, from: mark.from + before, to: mark.to - behind }
}

const formOf = (slot: TaughtSlot, marked: string): string | null => {
  // No time is written so long: a form that is cut fits nothing.
  if (slot === 'time') return formOfTime(marked).slice(0, 60)
  return (slot === 'amount' || slot === 'balance') && !marked.includes('.') ? 'whole' : null
}

/** Marks in their order, each inside the text and before the next; null where they overlap. */
export function soundMarks(text: string, marks: readonly TaughtMark[]): TaughtMark[] | null {
  const inOrder = marks.toSorted((a, b) => a.from - b.from)
  let end = 0
  for (const { from, to } of inOrder) {
    if (from < end || to <= from || to > text.length) return null
    end = to
  }
  return inOrder
}

/** The shape that a marked message proposes: what is not marked are its words. Pure. */
export function shapeOfMarks(
  text: string,
  marks: readonly TaughtMark[],
  of: Pick<TaughtShape, 'direction' | 'era'>,
): TaughtShape {
  const pieces: TaughtPiece[] = []
  let at = 0
  for (const mark of marks.map((each) => trimmed(text, each))) {
    if (mark.from > at) pieces.push({ words: text.slice(at, mark.from) })
    pieces.push({ slot: mark.slot, form: formOf(mark.slot, text.slice(mark.from, mark.to)) })
    at = Math.max(at, mark.to)
  }
  if (at < text.length) pieces.push({ words: text.slice(at) })
  return { ...of, pieces }
}
