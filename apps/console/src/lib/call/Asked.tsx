import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import type { CallError } from './call.ts'
import { useFailure } from './failure.ts'

interface AskedProps<T> {
  /** What `useQueryCall` gave. */
  query: { readonly data: T | undefined; readonly error: CallError | null; readonly refetch: () => unknown }
  /** Of what stands there until the answer comes, in pixels. */
  height?: number
  /** A failure is a strip among other things, and no whole page. */
  isInline?: boolean
  children: (data: T) => ReactNode
}

/** What was asked: its place until it comes, what failed with a way to ask again, and the answer. */
export function Asked<T>({ query, height = 320, isInline, children }: AskedProps<T>) {
  const failure = useFailure()
  const { data, refetch } = query
  const error = failure(query.error)
  return (
    <>
      {error && (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          isInline={isInline === true || data !== undefined}
        />
      )}
      {!error && data === undefined && <Skeleton height={height} />}
      {data !== undefined && children(data)}
    </>
  )
}
