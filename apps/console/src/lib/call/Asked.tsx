import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import type { CallError } from './call.ts'
import { useFailure } from './failure.ts'

interface FailedProps {
  /** What `useQueryCall` gave. */
  query: { readonly data: unknown; readonly error: CallError | null; readonly refetch: () => unknown }
  /** A strip among other things, and no whole page. */
  isInline?: boolean
}

/** What failed, where something did, with a way to ask again. */
export function Failed({ query: { error, refetch }, isInline }: FailedProps) {
  const failure = useFailure()(error)
  return failure && <ErrorState error={failure} onRetry={() => void refetch()} isInline={isInline} />
}

interface AskedProps<T> extends FailedProps {
  query: FailedProps['query'] & { readonly data: T | undefined }
  /** Of what stands there until the answer comes, in pixels. */
  height?: number
  children: (data: T) => ReactNode
}

/** What was asked: its place until it comes, what failed with a way to ask again, and the answer. */
export function Asked<T>({ query, height = 320, isInline, children }: AskedProps<T>) {
  const { data, error } = query
  return (
    <>
      <Failed query={query} isInline={isInline === true || data !== undefined} />
      {!error && data === undefined && <Skeleton height={height} />}
      {data !== undefined && children(data)}
    </>
  )
}
