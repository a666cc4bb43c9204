import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, type CallError } from './call.ts'
import { callFile } from './call-file.ts'
import { shouldRetry } from './query.ts'

// Every look is a row of the log: it is fetched once for each opening, whatever makes requests old
// meanwhile, and forgotten when the screen is left.
const once = { staleTime: Infinity, gcTime: 0, retry: shouldRetry, refetchOnMount: false } as const

/** Pictures that people look at, each look logged. */
export type SeenPicture = 'approvals.evidence' | 'preTransactions.slipPicture'

/** Such a picture as an address for `img` that ends with the screen. */
export function useEvidence(picture: SeenPicture, id: string) {
  const { data, error, refetch } = useQuery<Blob, CallError>({
    queryKey: ['evidence', picture, id],
    queryFn: () => callFile(picture, { id }),
    ...once,
  })
  return { address: useAddress(data), error, refetch }
}

/** Pictures that stand beside names: looking at them is nothing that the log tells. */
export type FacePicture = 'gameCatalogue.logo' | 'gameCatalogue.image'

const keptMs = 10 * 60_000

/** Such a picture as an address for `img`, kept for the next list; null until it is there, or without id. */
export function useKeptPicture(of: FacePicture, id: string | null): string | null {
  const { data } = useQuery<Blob, CallError>({
    queryKey: ['picture', of, id],
    queryFn: () => callFile(of, { id: id ?? '' }),
    enabled: id !== null,
    staleTime: keptMs,
    gcTime: keptMs,
    retry: shouldRetry,
  })
  return useAddress(id === null ? undefined : data)
}

/** The bytes of a picture as an address for `img` that ends with the screen. */
function useAddress(data: Blob | undefined): string | null {
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address
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
