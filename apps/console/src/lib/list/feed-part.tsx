import { Skeleton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Feed } from '../../ui/page/Feed.tsx'
import { useFailure } from '../call/failure.ts'
import classes from './Feed.module.css'
import { ListPager } from './ListPager.tsx'
import type { ListCall, ListSpec, ListState, RowOf } from './list-spec.ts'
import { madeOf } from './made.ts'
import { useList } from './use-list.ts'

type Shared = 'call' | 'area' | 'texts' | 'paging' | 'size' | 'rowId' | 'fixed' | 'query'

/** A list that is read from top to bottom, said once: what happened, what was noted. */
interface FeedSpec<N extends ListCall, P> extends Pick<ListSpec<N, P>, Shared> {
  /** Key of what the feed is called aloud. */
  readonly label: string
  readonly draw: (row: RowOf<N>, state: ListState<N, P>) => ReactNode
  /** What stands before the newest row; null where nothing does. */
  readonly first?: (state: ListState<N, P>) => ReactNode
  /** Buttons above the feed. */
  readonly Acts?: ComponentType<ListState<N, P>>
}

/** A feed inside a screen. Its place is not in the address; its texts are those of a list. */
export function feedPart<N extends ListCall, P extends object = object>(
  spec: FeedSpec<N, P>,
): ComponentType<P> {
  const made = madeOf<N, P>({ ...spec, columns: () => [], isLocal: true })
  const { texts, rowId } = made
  const { Acts, label } = spec
  return function FeedOf(props) {
    const state = useList(made, props)
    const failure = useFailure()
    const { rows, search, change, words } = state
    const error = failure(state.error)
    if (error) return <ErrorState error={error} onRetry={state.refetch} />
    if (state.answer === undefined) return <Skeleton height={240} />
    const first = spec.first?.(state) ?? null
    const hint = words.t(`${texts}.emptyHint`, { defaultValue: '' })
    const isEmpty = rows.length === 0 && first === null
    return (
      <div className={classes['stack']}>
        {Acts && <Acts {...state} />}
        {isEmpty ? (
          <EmptyState title={words.t(`${texts}.empty`)} hint={hint} />
        ) : (
          <Feed label={words.t(label)}>
            {first && <li>{first}</li>}
            {rows.map((row, index) => (
              <li key={`${rowId(row)} ${index}`}>{spec.draw(row, state)}</li>
            ))}
          </Feed>
        )}
        {!isEmpty && (
          <ListPager
            paging={spec.paging}
            search={search}
            answer={state.answer}
            count={null}
            onPlace={change}
          />
        )}
      </div>
    )
  }
}
