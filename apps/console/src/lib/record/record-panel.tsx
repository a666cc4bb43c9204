import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { Asked } from '../call/Asked.tsx'
import { useQueryCall, type QueryCallOptions } from '../call/query.ts'
import type { Words } from '../list/columns.tsx'
import type { PanelProps } from '../list/list-spec.ts'
import { useWords } from '../list/use-words.ts'
import { RecordActs, type Act } from './RecordActs.tsx'
import classes from './Record.module.css'

/** Calls that answer one thing by its id. */
type RecordCall = {
  [N in CallName]: { id: string } extends InputOf<CallOf<N>> ? N : never
}[CallName]

/** What the parts of a drawer know: the words, the list behind it, and what they have in hand together. */
export interface RecordState<H> extends Words {
  readonly hand: H
  readonly panel: PanelProps<unknown>
}

/** A drawer, said once. */
interface RecordSpec<N extends RecordCall, H> {
  readonly call: N
  readonly area: string
  /** Stands as title until the answer comes. Default `list.title`. */
  readonly heading?: string
  readonly query?: QueryCallOptions
  readonly title: (row: OutputOf<CallOf<N>>, state: Words) => ReactNode
  /** Beside the title: how it stands. */
  readonly aside?: (row: OutputOf<CallOf<N>>, state: Words) => ReactNode
  /** The whole page of it, for whom may open that. */
  readonly href?: (row: OutputOf<CallOf<N>>, state: Words) => string | undefined
  /** A hook: what acts, body and dialogs share. It is called before the answer is there, too. */
  readonly useHand?: (id: string, row: OutputOf<CallOf<N>> | undefined) => H
  /** What this person may do with it now; a sentence instead says why they may not. */
  readonly acts?: (row: OutputOf<CallOf<N>>, state: RecordState<H>) => readonly Act[] | string
  /** So many acts are buttons, the rest stands behind a menu. Default: all. */
  readonly actsShown?: number
  readonly body: (row: OutputOf<CallOf<N>>, state: RecordState<H>) => ReactNode
  /** The dialogs that its acts open, which stay while the row in the drawer changes. */
  readonly beside?: (row: OutputOf<CallOf<N>>, state: RecordState<H>) => ReactNode
}

/** The drawer of a list's rows, said once: it asks for the one row by its id. */
export function recordPanel<N extends RecordCall, H = undefined>(
  spec: RecordSpec<N, H>,
): FunctionComponent<PanelProps<unknown>> {
  const { useHand = () => undefined as H } = spec
  return function RecordPanel(panel) {
    const { id, onClose, onPrevious, onNext } = panel
    const query = useQueryCall(spec.call, { id } as InputOf<CallOf<N>>, {
      isTracked: false,
      ...spec.query,
    })
    const words = useWords(spec.area)
    const row = query.data
    const state = { ...words, hand: useHand(id, row), panel }
    const acts = row && spec.acts?.(row, state)
    return (
      <>
        <DetailPanel
          isOpen
          onClose={onClose}
          title={row ? spec.title(row, words) : words.t(spec.heading ?? 'list.title')}
          aside={row && spec.aside?.(row, words)}
          href={row && spec.href?.(row, words)}
          onPrevious={onPrevious}
          onNext={onNext}
          actions={acts && acts.length > 0 && footOf(acts, spec.actsShown)}
        >
          <Asked query={query}>
            {(known) => (
              <div key={id} className={classes['stack']}>
                {spec.body(known, state)}
              </div>
            )}
          </Asked>
        </DetailPanel>
        {row && spec.beside?.(row, state)}
      </>
    )
  }
}

/** The acts, or why there is none. */
const footOf = (acts: readonly Act[] | string, shownMax: number | undefined): ReactNode =>
  typeof acts === 'string' ? acts : <RecordActs acts={acts} shownMax={shownMax} />
