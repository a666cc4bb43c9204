import type { TFunction } from 'i18next'
import type { Fact } from '../../../ui/figures/KeyValue.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Payer } from './LineList.tsx'
import { isTaken, type LineNote } from './line-notes.ts'
import { otherSide, type Line } from './line-shapes.ts'

/** What the sheet of an act on a line is given. */
export interface LineActProps {
  line: Line
  onClose: () => void
  onDone: (note: LineNote) => void
  /** Somebody else was faster; the sheet closes. */
  onTaken: (line: Line, thrown: unknown) => void
}

/** Whose money it seems to be, and when it came. */
export const payerFacts = (t: TFunction<'pre-transactions-lines'>, line: Line): Fact[] => [
  { label: t(`field.${otherSide(line)}`), value: <Payer line={line} /> },
  { label: t('field.bankTime'), value: <Time at={line.bankTime ?? line.receivedAt} show="exact" /> },
]

/** What the screen says after an act of one's own. */
export const doneNote = (
  { id, amountMinor }: Line,
  what: string,
  name: string | null = null,
): LineNote => ({
  lineId: id,
  kind: 'done',
  amountMinor,
  name,
  what,
})

/** Hands a refusal on where somebody else was faster. */
export const takenBy =
  (line: Line, onTaken: LineActProps['onTaken']) =>
  (thrown: unknown): boolean => {
    const isOver = isTaken(thrown)
    if (isOver) onTaken(line, thrown)
    return isOver
  }
