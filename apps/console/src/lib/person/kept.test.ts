import { beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from '../drawn-hooks.fixture.ts'

// What is typed outlives the end of a session, for the same person at the same place, and nothing else.

vi.mock('react', async () => (await import('../drawn-hooks.fixture.ts')).drawnHooks)
vi.mock('../call/call.ts', () => ({ call: async () => ({}), CallError: Error }))
const { beginSession, resetSession } = await import('../call/session.ts')
const { hasKept, noteSignIn, takeReturn, useKept } = await import('./kept.ts')
const { profileStore } = await import('./profile.ts')

const place = { pathname: '/pre-transaction/request', search: '?open=wdr_1' }
vi.stubGlobal('location', place)
const field = () => draw(() => useKept('reason', () => ''))
const type = (text: string) => {
  field()[1](text)
  field()
}
const signIn = (typed: string) => {
  noteSignIn(typed)
  beginSession(`of ${typed}`)
  profileStore.set({ profile: { username: typed.toLowerCase() } as never, error: null })
}

beforeEach(() => {
  leave()
  place.search = '?open=wdr_1'
  resetSession()
  signIn('nobody')
  signIn('somchai')
})

it('comes up again for the same person, on the same row alone', () => {
  type('because')
  resetSession('idle')
  leave()
  expect(hasKept()).toBe(true)
  signIn('Somchai')
  expect([takeReturn(), takeReturn()]).toEqual([{ path: place.pathname, search: place.search }, null])
  place.search = '?open=wdr_2'
  expect(field()[0]).toBe('')
  leave()
  place.search = '?open=wdr_1'
  expect(field()[0]).toBe('because')
})

it('is gone once its form is left, and never met by another person', () => {
  type('because')
  leave()
  expect(field()[0]).toBe('')
  type('because')
  resetSession('idle')
  leave()
  signIn('malee')
  expect([takeReturn(), field()[0]]).toEqual([null, ''])
})
