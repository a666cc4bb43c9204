import { afterAll, expect, it, vi } from 'vitest'

// When news comes onto the screen: soon, and after the movement of whoever works, yet never late.

const inputs = vi.hoisted(() => {
  const heard = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => heard.set(name, hear))
  return heard
})
const { bringNewsCalmly, whenCalm } = await import('./calm.ts')
afterAll(() => vi.useRealTimers())

it('waits for the end of a scroll, a second at most, and brings each news once', () => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(10_000)
  bringNewsCalmly()
  const brought: string[] = []
  const news = (name: string) => whenCalm(() => brought.push(name))
  const scroll = (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      inputs.get('scroll')?.()
      vi.advanceTimersByTime(50)
    }
  }
  news('at once')
  vi.advanceTimersByTime(1)
  expect(brought).toEqual(['at once'])
  scroll(200)
  news('in a scroll')
  scroll(200)
  expect(brought).toHaveLength(1)
  vi.advanceTimersByTime(120)
  expect(brought).toEqual(['at once', 'in a scroll'])
  scroll(200)
  news('in a long one')
  news('and another')
  scroll(900)
  expect(brought).toHaveLength(2)
  scroll(200)
  expect(brought).toEqual(['at once', 'in a scroll', 'in a long one', 'and another'])
})
