import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import type { FunctionComponent, ReactElement, ReactNode } from 'react'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { Asked } from '../call/Asked.tsx'
import type { CallError } from '../call/call.ts'
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

/** What a list gives each of its drawers. */
type Given = Pick<PanelProps<unknown>, 'id' | 'onClose' | 'onPrevious' | 'onNext'>

/** What the parts of a drawer know: the words, the list behind it, and what they have in hand together. */
interface RecordState<H, P> extends Words {
  readonly hand: H
  readonly panel: P
}

interface DrawerSpec<Row, H, P> {
  readonly area: string
  /** Key of the title until the thing is there. Default `list.title`. */
  readonly heading?: string
  readonly title: (row: Row, state: Words) => ReactNode
  /** Beside the title: how it stands. */
  readonly aside?: (row: Row, state: Words) => ReactNode
  /** The whole page of it, for whom may open that. */
  readonly href?: (row: Row, state: Words) => string | undefined
  /** A hook: what acts, body and dialogs share. It is called before the thing is there, too. */
  readonly useHand?: (id: string, row: Row | undefined, panel: P) => H
  /** What this person may do with it now; else why they may not, or the one way on from it. */
  readonly acts?: (row: Row, state: RecordState<H, P>) => readonly Act[] | string | ReactElement
  /** So many acts are buttons, the rest stands behind a menu. Default: all. */
  readonly actsShown?: number
  readonly body: (row: Row, state: RecordState<H, P>) => ReactNode
  /** The dialogs that its acts open. */
  readonly beside?: (row: Row, state: RecordState<H, P>) => ReactNode
}

/** A drawer of what the list holds already, or of what is asked in its own way. */
interface RowSpec<Row, H, P> extends DrawerSpec<Row, H, P> {
  /** A hook: the thing itself, or what is asked for it. */
  readonly useRow: (panel: P) => {
    readonly data: Row | undefined
    readonly error?: CallError | null
    readonly refetch?: () => unknown
  }
  /**
   * Where nothing is asked and nothing is there: the drawer is closed, or says so by these texts. Default:
   * the answer is still to come.
   */
  readonly without?: 'closed' | { readonly title: string; readonly hint: string }
}

/** A drawer, said once, of a thing that the list holds or that is asked in its own way. */
export function rowPanel<Row, H = undefined, P extends Given = PanelProps<Row>>(
  spec: RowSpec<Row, H, P>,
): FunctionComponent<P> {
  const { useHand = () => undefined as H, without } = spec
  return function RowPanel(panel) {
    const { id, onClose, onPrevious, onNext } = panel
    const { data: row, error = null, refetch = () => {} } = spec.useRow(panel)
    const words = useWords(spec.area)
    const state = { ...words, hand: useHand(id, row, panel), panel }
    const acts = row && spec.acts?.(row, state)
    const isAbsent = row === undefined && typeof without === 'object'
    return (
      <>
        <DetailPanel
          isOpen={row !== undefined || without !== 'closed'}
          onClose={onClose}
          title={row ? spec.title(row, words) : words.t(spec.heading ?? 'list.title')}
          aside={row && spec.aside?.(row, words)}
          href={row && spec.href?.(row, words)}
          onPrevious={onPrevious}
          onNext={onNext}
          actions={acts && footOf(acts, spec.actsShown)}
        >
          {isAbsent ? (
            <EmptyState title={words.t(without.title)} hint={words.t(without.hint)} />
          ) : (
            <Asked query={{ data: row, error, refetch }}>
              {(known) => (
                <div key={id} className={classes['stack']}>
                  {spec.body(known, state)}
                </div>
              )}
            </Asked>
          )}
        </DetailPanel>
        {row && spec.beside?.(row, state)}
      </>
    )
  }
}

/** The acts, or why there is none. */
function footOf(acts: readonly Act[] | string | ReactElement, shownMax: number | undefined): ReactNode {
  if (!Array.isArray(acts)) return acts as string | ReactElement
  return acts.length > 0 && <RecordActs acts={acts} shownMax={shownMax} />
}

type AnswerOf<N extends RecordCall> = OutputOf<CallOf<N>>

/** A drawer, said once, of a thing that is asked by its id. */
interface RecordSpec<N extends RecordCall, H> extends DrawerSpec<AnswerOf<N>, H, PanelProps<unknown>> {
  readonly call: N
  readonly query?: QueryCallOptions
}

/** The drawer of a list's rows, said once: it asks for the one thing by its id. */
export function recordPanel<N extends RecordCall, H = undefined>({
  call,
  query,
  ...spec
}: RecordSpec<N, H>): FunctionComponent<PanelProps<unknown>> {
  const useRow = ({ id }: Given) =>
    useQueryCall(call, { id } as InputOf<CallOf<N>>, { isTracked: false, ...query })
  return rowPanel({ ...spec, useRow })
}
