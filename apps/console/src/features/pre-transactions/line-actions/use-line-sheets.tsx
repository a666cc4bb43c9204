import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import type { LineAct } from './LineActions.tsx'
import type { LinkTarget } from './LinkSheet.tsx'
import type { LineNote, useLineNotes } from '../lines/line-notes.ts'
import type { Line, Suggestion } from '../lines/line-shapes.ts'

const LineSheet = lazy(() => loadChunk('line-sheet', () => import('./LineSheet.tsx')))

export type AskedSheet =
  | { kind: 'link'; target: LinkTarget }
  /** `openMinor`: what of a split line nobody has. */
  | { kind: 'act'; act: LineAct; line: Line; openMinor?: number | undefined }
  | { kind: 'undo'; lineId: string }

interface LineSheets {
  /** The sheet that is open, to be drawn once on the screen. */
  sheet: ReactNode
  link: (line: Line, suggestion: Suggestion) => void
  act: (act: LineAct, line: Line, openMinor?: number) => void
  undo: (lineId: string) => void
}

/** The confirmation sheets of the lines: one at a time, with their results as notes. */
export function useLineSheets(
  accountName: (id: string) => string,
  notes: Pick<ReturnType<typeof useLineNotes>, 'add' | 'addTaken'>,
  onSettled: (lineId: string) => void,
): LineSheets {
  const [asked, setAsked] = useState<AskedSheet | null>(null)
  const onClose = () => setAsked(null)
  const onDone = (note: LineNote) => {
    notes.add(note)
    onSettled(note.lineId)
  }
  const onTaken = (line: Line, thrown: unknown) => {
    void notes.addTaken(line, thrown)
    onSettled(line.id)
  }
  const shared = { accountName, onClose, onDone, onTaken }
  return {
    link: (line, suggestion) => setAsked({ kind: 'link', target: { line, suggestion } }),
    act: (act, line, openMinor) => setAsked({ kind: 'act', act, line, openMinor }),
    undo: (lineId) => setAsked({ kind: 'undo', lineId }),
    sheet: asked && (
      <Suspense fallback={null}>
        <LineSheet asked={asked} {...shared} />
      </Suspense>
    ),
  }
}
