import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { refreshSoon, watchAsked } from './refresh.ts'

afterEach(() => vi.useRealTimers())

it('asks no call twice in a second, and misses no event that came while it was under way', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  watchAsked(client)
  const askedAt: number[] = []
  const begun = Date.now()
  const answer = async () => {
    askedAt.push(Date.now() - begun)
    await new Promise((done) => setTimeout(done, 400))
    return askedAt.length
  }
  const observer = new QueryObserver(client, { queryKey: ['queue'], queryFn: answer })
  const leave = observer.subscribe(() => {})
  for (let ms = 0; ms < 1800; ms += 100) {
    refreshSoon(client, ['queue'])
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(5000)
  leave()
  expect(askedAt).toHaveLength(3)
  for (const [place, at] of askedAt.entries())
    if (place > 0) expect(at - (askedAt[place - 1] ?? 0)).toBeGreaterThanOrEqual(1000)
  expect(askedAt.at(-1)).toBeGreaterThanOrEqual(1700)
})
