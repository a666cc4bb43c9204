import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outside } from '../control.ts'
import { close, listen, readBody, sendJson } from '../http.ts'
import { Page } from '../page.ts'
import type { Random } from '../random.ts'
import { GameTable } from './game-table.ts'
import { ProviderWords, type Answer } from './provider-words.ts'
import { RoundRecords } from './records/round-records.ts'
import { paysOf, type Reels } from './slot.ts'

// The game page in a browser's place: the back office is a server that keeps one wallet.

const told: { word: string; fields: Record<string, string> }[] = []
let cash = 100
/** What the back office answers to a word, where it is not as it should be. */
let answers: Record<string, Answer | 'nothing'> = {}
const office = createServer((request, response) => {
  void readBody(request).then((body) => {
    const word = (request.url ?? '').split('/').at(-1)?.replace('.html', '') ?? ''
    const { hash, ...fields } = Object.fromEntries(new URLSearchParams(body)) as Record<string, string>
    const text = Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const isSigned = hash === createHash('md5').update(`${text}secret`).digest('hex')
    told.push({ word: isSigned ? word : 'forged', fields })
    const answer = answers[word]
    if (answer === 'nothing') return request.socket.destroy()
    if (answer) return sendJson(response, 200, answer)
    if (word === 'bet') cash -= Number(fields['amount'])
    if (word === 'result') cash += Number(fields['amount'])
    const userId = word === 'authenticate' ? { userId: 'mbr_1' } : {}
    return sendJson(response, 200, { ...userId, cash, error: 0 })
  })
})

let reels: Reels = ['seven', 'seven', 'seven']
let drawn = 0
const random = { weighted: () => reels[(drawn += 1) <= 3 ? drawn - 1 : 0] } as unknown as Random
const records = new RoundRecords(undefined, () => undefined)
const games = [
  { code: 'tiger', type: 'slot', name: { th: 'เสือทองคำ', en: '<b>Golden Tiger' } },
  { code: 'baccarat', type: 'casino', name: { th: 'บาคาร่าสด', en: 'Live Baccarat' } },
]
let page: Page
let base: string
const launched: unknown[] = []
beforeAll(async () => {
  const port = await listen(office, 0)
  const key = { providerId: 'gpr_1', path: '/auto/v1/provider/gpr_1', secret: 'secret', games }
  const member = { id: 'mbr_1', username: 'kl1', accountName: 'ใจดี', bank: 'SCB' }
  const outside = {
    games: new GameTable(new ProviderWords(key, `http://127.0.0.1:${port}`, records), random),
    site: {
      members: [member],
      find: () => Promise.resolve(member),
      launchGame: (id: string, game: unknown) => {
        launched.push([id, game])
        return Promise.resolve({
          address: `http://127.0.0.1:${base.split(':')[2]}/game/tiger?token=t&lang=en`,
          token: 't',
        })
      },
    },
  } as unknown as Outside
  page = new Page(outside, 'http://127.0.0.1:7400')
  base = `http://localhost:${await page.start(0)}`
})
beforeEach(() => {
  told.length = 0
  cash = 100
  answers = {}
})
afterAll(async () => {
  await page.stop()
  await close(office)
})

const get = (path: string) => fetch(`${base}${path}`, { redirect: 'manual' })
/** Comes with a token; the page of the session that follows from it. */
async function sitDown(): Promise<string> {
  const answer = await get('/game/tiger?token=abc&lang=en')
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}
const shown = async (path: string) => (await get(path)).text()
const spin = (path: string, count: number, stake = '1000') => {
  drawn = 0
  const session = new URL(path, base).searchParams.get('session') ?? ''
  const body = new URLSearchParams({ session, count: String(count), lang: 'en', stake })
  return fetch(`${base}/game/tiger`, { method: 'POST', body, redirect: 'manual' })
}
const words = () => told.map(({ word }) => word)

test('a member is chosen and their browser sent to the game, under the name that it uses', async () => {
  const body = new URLSearchParams({ lang: 'en', language: 'en', member: 'kl1', game: 'tiger' })
  const answer = await fetch(`${base}/form/play`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/game/tiger?token=t&lang=en')
  expect(launched).toEqual([['mbr_1', { providerId: 'gpr_1', gameCode: 'tiger', lang: 'en' }]])
})

test('the token is told to the back office once; the page can be read again', async () => {
  const path = await sitDown()
  expect(told).toEqual([
    { word: 'authenticate', fields: { token: 'abc', gameId: 'tiger', ipAddress: expect.any(String) } },
  ])
  const text = await shown(path)
  expect(text).toContain('<h1>&lt;b&gt;Golden Tiger</h1>')
  expect(text).toContain('<strong>100.00</strong>')
  expect(await shown(path.replace('lang=en', 'lang=th'))).toContain('เครดิตคงเหลือ')
  expect(words()).toEqual(['authenticate'])
  const policy = (await get(path)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect((await get('/game.css')).headers.get('content-type')).toContain('text/css')
})

test('a round tells its stake and its result, and shows what was won', async () => {
  const path = await sitDown()
  reels = ['bell', 'bell', 'gem']
  expect((await spin(path, 0)).headers.get('location')).toBe(path)
  expect(words()).toEqual(['authenticate', 'bet', 'result'])
  const [, bet, result] = told.map(({ fields }) => fields)
  expect(bet).toMatchObject({ userId: 'mbr_1', gameId: 'tiger', amount: '10.00' })
  expect(result).toMatchObject({ roundId: bet?.['roundId'], amount: '20.00' })
  expect(result?.['reference']).not.toBe(bet?.['reference'])
  const text = await shown(path)
  expect(text).toContain('You won 20.00 THB')
  expect(text).toContain('>110.00</strong>')
  expect(text).toContain('aria-label="bell · bell · gem"')
  expect(text).toContain(`href="http://localhost:7400/bet-report?search=${bet?.['roundId']}"`)
})

test('a page that is sent twice plays one round, and no other stake than those on it', async () => {
  const path = await sitDown()
  reels = ['bell', 'gem', 'bell']
  await Promise.all([spin(path, 0), spin(path, 0)])
  await spin(path, 0)
  await spin(path, 1, '999999')
  await spin(path, 1, 'much')
  expect(words()).toEqual(['authenticate', 'bet', 'result'])
  expect(await shown(path)).toContain('No win this time.')
})

test.each([
  [1, 'Not enough money'],
  [3, 'The bet was not taken'],
  [6, 'The member is suspended'],
  [8, 'The game is closed'],
])('a stake that is refused with %i is told in words, and nothing is won', async (error, said) => {
  const path = await sitDown()
  answers = { bet: { error } }
  await spin(path, 0)
  expect(words()).toEqual(['authenticate', 'bet'])
  expect(await shown(path)).toContain(said)
})

test.each([
  [4, 'This link was used already'],
  [8, 'The game is closed'],
])('a token that is refused with %i opens no game', async (error, said) => {
  answers = { authenticate: { error } }
  const answer = await get('/game/tiger?token=abc&lang=en')
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain(said)
})

test('a game that cannot be played here, and a session that nobody has, say so', async () => {
  expect(await shown('/game/baccarat?token=abc&lang=en')).toContain('no such game')
  expect(await shown('/game/tiger?session=guessed&lang=th')).toContain('ออกจากเกมแล้ว')
  expect(words()).toEqual([])
})

test('a stake that nobody answers is taken back, before the next round at the latest', async () => {
  const path = await sitDown()
  answers = { bet: 'nothing', refund: 'nothing' }
  await spin(path, 0)
  expect(await shown(path)).toContain('its stake goes back')
  answers = {}
  await spin(path, 1)
  expect(words()).toEqual(['authenticate', 'bet', 'refund', 'refund', 'bet', 'result'])
  expect(told[3]?.fields['reference']).toBe(told[1]?.fields['reference'])
})

test('a result that is not taken is told again before the next stake', async () => {
  const path = await sitDown()
  answers = { result: 'nothing' }
  await spin(path, 0)
  expect(await shown(path)).toContain('told again before the next round')
  answers = {}
  await spin(path, 1)
  expect(words()).toEqual(['authenticate', 'bet', 'result', 'result', 'bet', 'result'])
  expect(told[3]).toEqual(told[2])
})

test.each([
  [['seven', 'seven', 'seven'], 200],
  [['lotus', 'lotus', 'lotus'], 4],
  [['coin', 'coin', 'seven'], 2],
  [['coin', 'seven', 'coin'], 0],
] as const)('%j pays %i times the stake', (shownReels, times) => {
  expect(paysOf(shownReels)).toBe(times)
})
