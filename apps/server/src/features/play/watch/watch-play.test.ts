import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, businessOn } from '../../../platform/business-day.ts'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { tellNews } from '../../../testing/news.ts'
import { foldAllPlay } from '../../../testing/play-figures.ts'
import type { Person } from '../../../testing/server.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { tellRound } from '../../../testing/world/played.ts'
import { rebuildPlay } from '../../reports/figures.ts'
import { watchPlay } from './watch-play.ts'

// Alarms of play: a game that pays more than it should, a member who wins more than they stake.

let world: MoneyOutWorld
let provider: FakeProvider
let officer: Person
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const dayMs = 86_400_000

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  officer = await world.server.person({
    permissions: {
      dashboard: ['isRead'],
      betReport: ['isRead', 'isUpdate'],
    },
  })
})
beforeEach(() => {
  world.server.clock.ms = 0
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const funded = async (amountMinor: number): Promise<FactoryMember> => {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return member
}
const open = async () => (await officer.call('dashboard.alarms', {})).records
const watch = async () => {
  await foldAllPlay(world.server.services.db)
  await watchPlay(world.server.services)
  return open()
}
const declare = (code: string, rtpBps: number | null) =>
  world.server.database.plant('update games set rtp_bps = $3 where provider_id = $1 and code = $2', [
    provider.id,
    code,
    rtpBps,
  ])
const gameId = async (code: string): Promise<string> => {
  const [row] = await world.factory.query<{ id: string }>(
    'select id from games where provider_id = $1 and code = $2',
    [provider.id, code],
  )
  return encodeId('game', row?.id ?? '')
}
const end = (alarmId: string) =>
  officer.call('dashboard.acknowledgeAlarm', { alarmId, reason: 'asked the provider' })

/** What the spreads must be, of every settled bet with a stake as it stands now. */
const fromBets = `select count(*)::int as bets, sum(stake_minor)::int as stake,
    sum(payout_minor)::int as payout, sum(stake_minor * stake_minor)::int as ss,
    sum(stake_minor * payout_minor)::int as sp, sum(payout_minor * payout_minor)::int as pp
  from bets where state in ('won', 'lost', 'draw') and stake_minor > 0`
const fromSpreads = `select sum(bets)::int as bets, sum(stake_minor)::int as stake,
    sum(payout_minor)::int as payout, sum(stake_squares)::int as ss, sum(stake_payouts)::int as sp,
    sum(payout_squares)::int as pp from play_spreads`

test('squares are those of the bets as they stand, whatever was corrected or given free', async () => {
  const member = await funded(100_000)
  await tellRound(provider, member, { stakeMinor: 1000, wonMinor: 1500, bet: 'amended' })
  await tellRound(provider, member, { stakeMinor: 700, wonMinor: 0 })
  await tellRound(provider, member, { stakeMinor: 0, wonMinor: 900 })
  await foldAllPlay(world.server.services.db)
  await tellRound(provider, member, { stakeMinor: 1000, wonMinor: 300, bet: 'amended' })
  await tellRound(provider, member, { stakeMinor: 1000, wonMinor: 800, bet: 'amended' })
  await foldAllPlay(world.server.services.db)
  const wanted = await world.factory.query(fromBets)
  expect(wanted).toEqual([{ bets: 2, stake: 1700, payout: 800, ss: 1_490_000, sp: 800_000, pp: 640_000 }])
  expect(await world.factory.query(fromSpreads)).toEqual(wanted)
  await rebuildPlay(world.server.services.db)
  await foldAllPlay(world.server.services.db)
  expect(await world.factory.query(fromSpreads)).toEqual(wanted)
})

test('a correction of the day after counts beside what it corrects', async () => {
  const member = await funded(100_000)
  const other = await startFakeProvider(world.server, 'transferInOut')
  const say = (wonMinor: number) => tellRound(other, member, { stakeMinor: 1000, wonMinor, bet: 'late' })
  world.server.clock.ms = -dayMs
  await say(1500)
  world.server.clock.ms = 0
  await say(200)
  await foldAllPlay(world.server.services.db)
  const rows = await world.factory.query(
    `select s.business_on as on, s.bets::int, s.payout_minor::int as payout
       from play_spreads s join games g on g.id = s.game_id where g.provider_id = $1`,
    [other.id],
  )
  expect(rows).toEqual([{ on: addDays(today, -1), bets: 1, payout: 200 }])
})

test('a game far off its declared return raises one alarm a day, with its arithmetic', async () => {
  await world.server.set({ rtpAlarmRoundCount: 120 })
  const member = await funded(100_000)
  const rounds = (count: number, wonMinor: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        tellRound(provider, member, { stakeMinor: 100, wonMinor, game: 'dragon' }),
      ),
    )
  await rounds(90, 200)
  await rounds(29, 0)
  await declare('dragon', 9600)
  expect(await watch()).toEqual([])
  await declare('dragon', null)
  await rounds(1, 0)
  expect(await watch()).toEqual([])
  await declare('dragon', 9600)
  const [alarm, ...others] = await watch()
  expect(others).toEqual([])
  // 90 rounds came back double, 30 with nothing: √(90 · 1.04² + 30 · 0.96²) = 11.18 of 120 staked.
  expect(alarm).toMatchObject({
    code: 'play.rtpDrift',
    entity: 'game',
    entityId: await gameId('dragon'),
    endedBy: 'acknowledge',
    detail: {
      from: addDays(today, -6),
      to: today,
      bets: 120,
      stakeMinor: 12_000,
      payoutMinor: 18_000,
      rtpBps: 15_000,
      declaredBps: 9600,
      errorBps: 932,
      offX100: 580,
      limitX100: 400,
    },
  })
  await tellNews(world.server.services)
  const { records } = await officer.call('notifications.list', {})
  expect(records[0]).toMatchObject({
    code: 'play.rtp_drift',
    severity: 'warn',
    entity: 'game',
    body: {
      en: expect.stringContaining(
        'Game: in 7 days ฿180.00 came back of ฿120.00 staked in 120 rounds, a return of 150.00%',
      ) as string,
      th: expect.stringContaining('ต่างกัน 54.00 จุด เท่ากับ 5.80 เท่า') as string,
    },
  })
  await watch()
  await end(alarm?.id ?? '')
  expect(await watch()).toEqual([])
  world.server.clock.ms = dayMs
  expect((await watch()).map(({ code }) => code)).toEqual(['play.rtpDrift'])
  await end((await open())[0]?.id ?? '')
  world.server.clock.ms = 7 * dayMs
  expect(await watch()).toEqual([])
})

test('a member who wins many times their stakes raises one alarm a day; limits are settings', async () => {
  await world.server.set({ winAlarmStakeMinor: 10_000, winAlarmProfitX100: 300 })
  const [winner, near, poor] = [await funded(50_000), await funded(50_000), await funded(50_000)]
  await tellRound(provider, winner, { stakeMinor: 6000, wonMinor: 20_000 })
  await tellRound(provider, winner, { stakeMinor: 4000, wonMinor: 20_000 })
  await tellRound(provider, near, { stakeMinor: 10_000, wonMinor: 39_999 })
  await tellRound(provider, poor, { stakeMinor: 9999, wonMinor: 90_000 })
  const [alarm, ...others] = await watch()
  expect(others).toEqual([])
  expect(alarm).toMatchObject({
    code: 'play.unusualWin',
    entity: 'member',
    entityId: winner.outside,
    detail: {
      label: winner.username,
      from: today,
      to: today,
      bets: 2,
      stakeMinor: 10_000,
      payoutMinor: 40_000,
      profitMinor: 30_000,
      profitX100: 300,
      limitX100: 300,
      leastStakeMinor: 10_000,
    },
  })
  await tellNews(world.server.services)
  const { records } = await officer.call('notifications.list', {})
  expect(records[0]).toMatchObject({
    code: 'play.unusual_win',
    entityId: winner.outside,
    body: {
      en: `${winner.username}: staked ฿100.00 in 2 bets in one day, ฿400.00 came back: a profit of ฿300.00, 3.00 times the stakes (rings from stakes of ฿100.00 in a day and a profit of 3.00 times them)`,
    },
  })
  await end(alarm?.id ?? '')
  expect(await watch()).toEqual([])
  await world.server.set({ winAlarmProfitX100: 299 })
  expect((await watch()).map(({ entityId }) => entityId)).toEqual([near.outside])
})
