import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from './drawn-hooks.fixture.ts'
import { useClearDifferences } from './call/approval-proof.ts'
import { CallError } from './call/call.ts'
import { connection, noteAway, noteReached } from './call/connection.ts'
import { missedTopic, startLive, useLive } from './call/live.ts'
import { useCall } from './call/query.ts'
import { endSettling, useSettling, useSettlingOf } from './call/settling.ts'
import { useStepUpRequest, withStepUp } from './call/step-up.ts'

// What the hooks of calls keep from one drawing to the next, and what they let go.

const page = vi.hoisted(() => {
  const channels: { onmessage?: (message: object) => void; close: () => void; postMessage: () => void }[] =
    []
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = undefined
      constructor() {
        channels.push(this as never)
      }
      close = () => {}
      postMessage = () => {}
    },
  )
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  return {
    channels,
    /** By query key: what the server has answered. */
    answered: new Map<string, unknown>(),
    sent: [] as unknown[],
    madeOld: [] as unknown[],
  }
})
vi.mock('react', async () => (await import('./drawn-hooks.fixture.ts')).drawnHooks)
vi.mock('@tanstack/react-query', () => ({
  QueryClient: null,
  keepPreviousData: null,
  useQueryClient: () => ({
    invalidateQueries: async ({ queryKey }: { queryKey: unknown }) => void page.madeOld.push(queryKey),
  }),
  useQuery: ({ queryKey, enabled = true }: { queryKey: unknown; enabled?: boolean }) => ({
    data: enabled ? page.answered.get(JSON.stringify(queryKey)) : undefined,
    error: null,
  }),
  useMutation: (given: {
    mutationFn: (asked: unknown) => Promise<unknown>
    onSuccess: (output: unknown, asked: unknown) => Promise<void>
  }) => ({
    mutateAsync: async (asked: unknown) => {
      const output = await given.mutationFn(asked)
      await given.onSuccess(output, asked)
      return output
    },
  }),
}))
vi.mock('./call/call.ts', async () => {
  const { CallError: Refusal } = await import('@khlang/contract/derived/client.ts')
  const call = async (...asked: unknown[]) => {
    page.sent.push(asked)
    return { ended: 1 }
  }
  return { CallError: Refusal, call }
})

beforeEach(() => {
  page.answered.clear()
  page.sent.length = 0
  page.madeOld.length = 0
})
afterEach(leave)

/** An event as another tab of this browser passes it on. */
function hear(topic: string): void {
  page.channels.at(-1)?.onmessage?.({ data: { kind: 'event', event: { topic, id: 'wdr_1', version: 1 } } })
}

it('an event is heard by what the screen does now, and by nothing once the screen is left', () => {
  const end = startLive('token')
  const heard: string[] = []
  const listen = (as: string) =>
    draw(() => useLive('withdrawal', ({ topic }) => heard.push(`${as} ${topic}`)))
  listen('of one filter')
  listen('of another')
  hear('withdrawal')
  hear('deposit')
  hear(missedTopic)
  leave()
  hear('withdrawal')
  end()
  expect(heard).toEqual(['of another withdrawal', 'of another *'])
})

it('the panel shows the request of the address, the next one after it, and none once that is left', () => {
  const closed = vi.fn<() => void>()
  const go = (id: string | undefined) => draw(() => useSettlingOf(id, closed))
  go('apr_1')
  go('apr_2')
  expect(useSettling()?.id).toBe('apr_2')
  endSettling()
  expect([useSettling(), closed.mock.calls.length]).toEqual([null, 1])
  leave()
  go('apr_3')
  go(undefined)
  expect(useSettling()).toBeNull()
})

it('numbers in clear are those of the request that is open, and of nobody who may not see them', () => {
  page.answered.set(JSON.stringify(['clear', 'apr_1']), { differences: ['of one'] })
  page.answered.set(JSON.stringify(['clear']), { differences: ['of one'] })
  const of = (id: string, mayReveal = true) => draw(() => useClearDifferences(id, mayReveal).differences)
  expect([of('apr_1'), of('apr_2'), of('apr_1', false)]).toEqual([['of one'], null, null])
})

it('an act makes whole areas and single calls old; pressed twice at once it is one', async () => {
  const refreshes = ['employees', 'auth.sessions'] as const
  const { send } = draw(() => useCall('employees.endSessions', { refreshes }))
  const press = () => send({ id: 'emp_1', reason: 'because' }, { idempotencyKey: 'key 1' })
  await Promise.all([press(), press()])
  expect(page.sent).toHaveLength(1)
  expect(page.madeOld).toEqual([['employees'], ['auth', 'sessions']])
  await press()
  expect(page.sent).toHaveLength(2)
})

it('each proof that is due is asked for anew; one that is refused does nothing', async () => {
  const due = new CallError({ code: 'stepUpRequired', message: '', status: 403 })
  const isDueOnce = () => {
    let isDue = true
    return async () => {
      if (!isDue) return 'done'
      isDue = false
      throw due
    }
  }
  for (const isProven of [true, false, true]) {
    const [one, other] = [withStepUp(isDueOnce()), withStepUp(isDueOnce())].map((act) =>
      act.catch((thrown: unknown) => thrown),
    )
    await vi.waitFor(() => expect(useStepUpRequest()).not.toBeNull())
    useStepUpRequest()?.settle(isProven)
    const outcome = isProven ? 'done' : due
    expect([await one, await other, useStepUpRequest()]).toEqual([outcome, outcome, null])
  }
})

it('the server is away since it was first missed, until it answers', () => {
  vi.useFakeTimers()
  const since = Date.now()
  noteAway()
  vi.advanceTimersByTime(5000)
  noteAway()
  expect(connection.get().awaySince).toBe(since)
  noteReached()
  expect(connection.get().awaySince).toBeNull()
  vi.useRealTimers()
})
