import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, type CallError } from './call.ts'
import { callFile } from './call-file.ts'
import { shouldRetry } from './query.ts'

// Every look is a row of the log: it is fetched once for each opening, whatever makes requests old
// meanwhile, and forgotten when the screen is left.
const once = { staleTime: Infinity, gcTime: 0, retry: shouldRetry, refetchOnMount: false } as const

/** Pictures that people look at, each look logged. */
export type SeenPicture =
  | 'approvals.evidence'
  | 'preTransactions.slipPicture'
  | 'gameCatalogue.logo'
  | 'gameCatalogue.image'

/** Such a picture as an address for `img` that ends with the screen. */
export function useEvidence(picture: SeenPicture, id: string) {
  const { data, error, refetch } = useQuery<Blob, CallError>({
    queryKey: ['evidence', picture, id],
    queryFn: () => callFile(picture, { id }),
    ...once,
  })
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return { address, error, refetch }
}

/** What a request changes with nothing masked; nothing is asked for while `mayReveal` is false. */
export function useClearDifferences(approvalId: string, mayReveal: boolean) {
  const { data, error } = useQuery({
    queryKey: ['clear', approvalId],
    queryFn: () => call('approvals.reveal', { id: approvalId }, { isTracked: false }),
    enabled: mayReveal,
    ...once,
  })
  return { differences: mayReveal ? (data?.differences ?? null) : null, error }
}
