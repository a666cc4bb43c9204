import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { AreaName, CallName, CallOf } from '@khlang/contract/calls.ts'
import { queryKey } from '@khlang/contract/derived/client.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { useCallback, useRef } from 'react'
import { call, CallError } from './call.ts'
import { isAway, useIsAway } from './connection.ts'
import { earlyAnswer } from './early.ts'
import { useLive } from './live.ts'
import { refreshSoon, watchAsked } from './refresh.ts'
import { useRoleView } from './role-view.ts'
import { withStepUp } from './step-up.ts'

const retriesMax = 3

/** Only a read that met silence or a busy server is worth asking again; a refusal stays a refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof CallError) || failures >= retriesMax) return false
  return error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504
}

const waitMs = (attempt: number, error: unknown): number =>
  (error instanceof CallError ? error.retryAfterMs : undefined) ?? Math.min(8000, 500 * 2 ** attempt)

/** The cache of one sign-in. The banner and `lib/call/connection.ts` decide about offline, not the kit. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay: waitMs, networkMode: 'always', staleTime: 10_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  watchAsked(client)
  return client
}

export interface QueryCallOptions {
  readonly isEnabled?: boolean
  /** Show the answer of the filter before while the next one is on its way; such a wait raises no overlay. */
  readonly keepsPrevious?: boolean
  /** Topic whose events make this answer old at once. */
  readonly live?: string
  /** False for what runs behind the screen. Default: the first load is tracked, every refresh is not. */
  readonly isTracked?: boolean
  readonly staleMs?: number
  /** Fetched once and kept until sign-out: only a refresh that somebody asks for fetches it again. */
  readonly isKept?: boolean
  readonly refetchEveryMs?: number
}

/** Reads by a call of the contract: `const members = useQueryCall('members.list', { size: 25 })`. */
export function useQueryCall<N extends CallName>(
  name: N,
  input: InputOf<CallOf<N>>,
  options: QueryCallOptions = {},
): UseQueryResult<OutputOf<CallOf<N>>, CallError> {
  const client = useQueryClient()
  const key = queryKey(name, input)
  useLive(options.live ?? null, () => refreshSoon(client, key))
  const early = () => earlyAnswer(name, input)
  return useQuery<OutputOf<CallOf<N>>, CallError>({
    queryKey: key,
    initialData: () => early()?.data as OutputOf<CallOf<N>> | undefined,
    // Until an event comes, what the page asked early is what would be told now.
    initialDataUpdatedAt: () => (early() ? Date.now() : undefined),
    queryFn: ({ signal }) => {
      const isFirst = client.getQueryState(key)?.data === undefined
      const isTracked = options.isTracked ?? (isFirst && options.keepsPrevious !== true)
      return call(name, input, { signal, isTracked })
    },
    enabled: options.isEnabled ?? true,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.isKept ? { staleTime: Infinity, gcTime: Infinity } : {}),
    ...(options.refetchEveryMs === undefined ? {} : { refetchInterval: options.refetchEveryMs }),
  })
}

export interface CallSettings<N extends CallName> {
  /** What the act makes old: whole areas (`members`) or single calls (`members.list`). */
  readonly refreshes?: readonly (AreaName | CallName)[]
  readonly onDone?: (output: OutputOf<CallOf<N>>, input: InputOf<CallOf<N>>) => void
}

interface SendOptions {
  /** For calls that need one: the key of `useIdempotencyKey`, the same on every retry. */
  readonly idempotencyKey?: string
}

export interface CallHandle<N extends CallName> {
  /** Sends the act; the same act sent again while under way joins the first. Throws `CallError`. */
  readonly send: (input: InputOf<CallOf<N>>, options?: SendOptions) => Promise<OutputOf<CallOf<N>>>
  readonly isSending: boolean
  /** False while the server is out of reach, or somebody looks as a role: disable the button. */
  readonly canSend: boolean
  readonly error: CallError | null
  readonly reset: () => void
}

/**
 * Acts by a call of the contract. Where the server asks for a step-up the dialog opens and the act is
 * sent again.
 */
export function useCall<N extends CallName>(name: N, settings: CallSettings<N> = {}): CallHandle<N> {
  type Input = InputOf<CallOf<N>>
  type Output = OutputOf<CallOf<N>>
  const client = useQueryClient()
  const away = useIsAway()
  const isViewing = useRoleView() !== null
  const { refreshes, onDone } = settings
  const mutation = useMutation<Output, CallError, { input: Input; options: SendOptions }>({
    mutationFn: ({ input, options }) => {
      if (isAway()) throw new CallError({ code: 'offline', message: '', status: 0 })
      return withStepUp(() => call(name, input, options))
    },
    onSuccess: async (output, { input }) => {
      onDone?.(output, input)
      for (const old of refreshes ?? []) await client.invalidateQueries({ queryKey: old.split('.') })
    },
  })
  const { mutateAsync } = mutation
  const underWay = useRef(new Map<string, Promise<Output>>())
  const send = useCallback(
    (input: Input, options: SendOptions = {}) => {
      const act = JSON.stringify([input, options])
      const sent =
        underWay.current.get(act) ??
        mutateAsync({ input, options }).finally(() => underWay.current.delete(act))
      underWay.current.set(act, sent)
      return sent
    },
    [mutateAsync],
  )
  return {
    send,
    isSending: mutation.isPending,
    canSend: !away && !isViewing,
    error: mutation.error,
    reset: mutation.reset,
  }
}
