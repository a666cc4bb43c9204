import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../../random.ts'
import { ProviderServer } from '../provider-server.ts'
import { RoundRecords } from './round-records.ts'

// What the pretend providers answer that are asked about their rounds.

const key = { providerId: 'gpr_1', path: '/auto/v1/provider/gpr_1', secret: 'secret', games: [] }
const records = new RoundRecords(undefined, () => undefined)
const server = new ProviderServer({ keys: [key], records, wallet: null, random: randomOf(1) })
let base: string
beforeAll(async () => {
  base = `http://127.0.0.1:${await server.start(0)}/gpr_1/api`
})
afterAll(() => server.stop())

const feed = async (timepoint: number, password = 'secret') => {
  const query = new URLSearchParams({ password, timepoint: String(timepoint) }).toString()
  const response = await fetch(`${base}/DataFeeds/transactions/?${query}`)
  return { status: response.status, lines: (await response.text()).split('\n') }
}

test('the feed has each transaction once, and says from where it goes on', async () => {
  const nowMs = Date.now()
  const stake = { userId: 'mbr_1', gameId: 'tiger', roundId: 'r1', amount: '10.00', reference: 'a' }
  records.note('bet', stake, nowMs - 1000)
  records.note('bet', stake, nowMs - 900)
  records.note('refund', { userId: 'mbr_1', reference: 'a' }, nowMs - 800)
  records.note('refund', { userId: 'mbr_1', reference: 'unknown' }, nowMs - 700)
  const { lines } = await feed(nowMs - 60_000)
  expect(lines.slice(2).map((line) => line.split(',').slice(3).toSpliced(1, 1))).toEqual([
    ['r1', 'a', 'B', '10.00', 'THB'],
    ['r1', 'a', 'R', '10.00', 'THB'],
  ])
  const earlier = await feed(nowMs - 3_600_000)
  expect(earlier.lines).toHaveLength(2)
  expect(earlier.lines[0]).toBe(`timepoint=${nowMs - 3_000_000}`)
  expect((await feed(nowMs, 'guessed')).status).toBe(401)
})

test('the history has the last state of each bet, after a restart too', async () => {
  const bet = { player_name: 'mbr_1', game_id: 'tiger', bet_id: 'b1', bet_amount: '10.00' }
  const nowMs = Date.now()
  records.noteBet({ ...bet, win_amount: '0.00' }, nowMs - 5000)
  records.noteBet({ ...bet, win_amount: '0.00' }, nowMs - 4000)
  records.noteBet({ ...bet, win_amount: '5.00' }, nowMs - 3000)
  const times = { from_time: String(nowMs - 6000), to_time: String(nowMs - 4500) }
  const ask = (secret_key: string) =>
    fetch(`${base}/Bet/v4/GetHistoryForSpecificTimeRange`, {
      method: 'POST',
      body: new URLSearchParams({ secret_key, ...times }),
    })
  expect(await (await ask('secret')).json()).toMatchObject({
    data: [{ betId: 'b1', betAmount: 10, winAmount: 5, rowVersion: 2 }],
    error: null,
  })
  expect((await ask('guessed')).status).toBe(401)
  const again = new RoundRecords(records.kept, () => undefined)
  expect(again.history(nowMs - 6000, nowMs)).toHaveLength(1)
})
