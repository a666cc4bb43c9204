import { beforeEach, expect, it, vi } from 'vitest'

// What the page asked for before the program ran: handed out once, to whom it was asked for.

vi.mock('./config.ts', () => ({ config: () => ({ bases: { api: 'http://khlang' } }) }))
vi.mock('./words/i18n.ts', () => ({ language: () => 'th' }))
const path = '/api/v1/authorization/self'
const fetched = vi.fn<typeof fetch>(async () => new Response('of the network'))
vi.stubGlobal('fetch', fetched)

async function started(token: string) {
  vi.resetModules()
  const answer = new Response(JSON.stringify({ data: 'early' }))
  const answers = new Map([[`GET http://khlang${path} `, Promise.resolve(answer)]])
  Object.assign(globalThis, { khlangEarly: { token: 'own', language: 'th', answers } })
  const { beginSession } = await import('./call/session.ts')
  beginSession(token)
  const early = await import('./call/early.ts')
  early.startEarly()
  await new Promise((done) => setTimeout(done))
  const ask = async () => await (await early.earlyFetch(`http://khlang${path}`, { method: 'GET' })).text()
  return { ...early, ask, beginSession }
}
beforeEach(() => void fetched.mockClear())

it('an answer of before is given once; whoever asks again hears what is so now', async () => {
  const { ask } = await started('own')
  expect([await ask(), await ask()]).toEqual([JSON.stringify({ data: 'early' }), 'of the network'])
})

it('a screen that shows an answer of before, and asks again, hears what is so now', async () => {
  const { ask, earlyAnswer } = await started('own')
  expect([earlyAnswer('auth.self', {})?.data, await ask()]).toEqual(['early', 'of the network'])
})

it('after an event nobody is told how it was before', async () => {
  const { ask, earlyAnswer, forgetEarly } = await started('own')
  forgetEarly()
  expect([earlyAnswer('auth.self', {}), await ask()]).toEqual([undefined, 'of the network'])
})

it('nobody else meets it', async () => {
  const { ask, earlyAnswer, beginSession } = await started('own')
  beginSession('of another')
  expect([earlyAnswer('auth.self', {}), await ask()]).toEqual([undefined, 'of the network'])
  beginSession('own')
  expect(earlyAnswer('auth.self', {})).toBeUndefined()
})
