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
  expect([2, 3]).toContain(askedAt.length)
  for (const [place, at] of askedAt.entries())
    if (place > 0) expect(at - (askedAt[place - 1] ?? 0)).toBeGreaterThanOrEqual(1000)
  expect(askedAt.at(-1)).toBeGreaterThanOrEqual(1700)
})

it('asks at another moment than other consoles that heard of the same event', async () => {
  vi.useFakeTimers()
  const begun = Date.now()
  const askedAt = new Set<number>()
  const leaves = Array.from({ length: 20 }, () => {
    const client = new QueryClient()
    watchAsked(client)
    client.setQueryData(['sums'], 0, { updatedAt: begun - 60_000 })
    const answer = () => askedAt.add(Date.now() - begun).size
    const leave = new QueryObserver(client, {
      queryKey: ['sums'],
      queryFn: answer,
      staleTime: Infinity,
    }).subscribe(() => {})
    refreshSoon(client, ['sums'])
    return leave
  })
  await vi.advanceTimersByTimeAsync(2000)
  for (const leave of leaves) leave()
  expect(askedAt.size).toBeGreaterThan(10)
  expect(Math.max(...askedAt)).toBeLessThan(1000)
})
