import { beforeEach, expect, it, vi } from 'vitest'

// Whose profile the console goes by, and what stays in the browser of who went.

const { storage, asked } = vi.hoisted(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return {
    storage: kept,
    asked: [] as { answer: (profile: object) => void; fail: (thrown: unknown) => void }[],
  }
})
vi.mock('../call/call.ts', async () => ({
  CallError: (await import('@khlang/contract/derived/client.ts')).CallError,
  call: () => new Promise((answer, fail) => asked.push({ answer, fail })),
}))
const { CallError } = await import('../call/call.ts')
const { beginSession, resetSession, session } = await import('../call/session.ts')
const { loadProfile, profileStore } = await import('./profile.ts')
const failing = (status: number) => new CallError({ code: 'internal', message: '', status })
const shown = () => profileStore.get().profile

beforeEach(() => {
  resetSession()
  asked.length = 0
})

it('an answer that comes after another person has signed in is not theirs', async () => {
  beginSession('of Somchai')
  const late = loadProfile()
  beginSession('of Malee')
  const own = loadProfile()
  asked[0]?.answer({ username: 'somchai' })
  await late
  expect(shown()).toBeNull()
  asked[1]?.answer({ username: 'malee' })
  await own
  expect(shown()).toEqual({ username: 'malee' })
  beginSession('of Malee')
  expect(shown()).toEqual({ username: 'malee' })
})

it('who signs out leaves neither token nor profile behind', async () => {
  beginSession('of Somchai')
  expect([...storage.values()]).toEqual(['of Somchai'])
  const loading = loadProfile()
  asked[0]?.answer({ username: 'somchai' })
  await loading
  resetSession()
  expect([[...storage.values()], session.get().token, shown()]).toEqual([[], null, null])
  await loadProfile()
  expect(asked).toHaveLength(1)
})

it('a token that is refused ends the session; a hiccup in the background does not', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  beginSession('token')
  const first = loadProfile()
  asked[0]?.answer({ username: 'somchai' })
  await first
  const again = loadProfile(true)
  asked[1]?.fail(failing(500))
  await again
  expect([session.get().token, shown()]).toEqual(['token', { username: 'somchai' }])
  const refused = loadProfile(true)
  asked[2]?.fail(failing(401))
  await refused
  expect(session.get().token).toBeNull()
})
