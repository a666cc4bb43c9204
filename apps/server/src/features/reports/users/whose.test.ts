import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessOn } from '../../../platform/business-day.ts'

import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import type { Person } from '../../../testing/server.ts'
import { codeOf } from '../../../testing/world/members.ts'
import { foldAllPlay } from '../../../testing/play-figures.ts'
import { onDay, tellRound } from '../../../testing/world/played.ts'
import { refreshMemberFacts } from '../../members/jobs.ts'

// Members of a seller and members of a level played the same game on two days.

let world: MoneyOutWorld
let provider: FakeProvider
let reader: Person
let seller: Person
let ann: FactoryMember
let bo: FactoryMember
let cat: FactoryMember
let dan: FactoryMember
const permissions = { agentReport: ['isRead'] } as const
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const first = addDays(today, -1)
const period = { from: first, to: today }
const level = 3

const round = async (
  day: string,
  member: FactoryMember,
  bet: string,
  stakeMinor: number,
  wonMinor: number,
) => {
  const sums = { stakeMinor, wonMinor }
  const told = await onDay(world.server, day, () => tellRound(provider, member, { bet, ...sums }))
  expect(told).toMatchObject({ error: null })
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({ permissions })
  seller = await world.server.person({ permissions, type: 'seller' })
  const of = { sellerId: seller.id }
  ;[ann, bo, cat, dan] = [
    await world.factory.member(),
    await world.factory.member(of),
    await world.factory.member(of),
    await world.factory.member(),
  ]
  for (const member of [ann, bo, cat]) await world.fund(member, 100_000)
  await round(first, ann, 'a', 10_000, 4000)
  await round(first, bo, 'b', 1000, 3000)
  await round(today, bo, 'c', 500, 0)
  await round(today, cat, 'd', 2000, 1000)
  await world.server.database.plant(
    `update members set level = ${level} where id in ('${ann.id}', '${bo.id}', '${dan.id}')`,
  )
  await foldAllPlay(world.server.services.db)
  await refreshMemberFacts(world.server.services.db)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const ofSeller = () => ({ sellerId: [encodeId('employee', seller.id)] })

test('the report by day is of the members of a seller, and tells no balance of all', async () => {
  const { records } = await reader.call('reports.daily', { ...period, ...ofSeller() })
  expect(records).toMatchObject([
    { id: today, members: 2, bets: 2, companyMinor: 1500, depositMinor: expect.any(Number) },
    { id: first, members: 1, bets: 1, companyMinor: -2000 },
  ])
  expect(
    records.every(({ balanceMinor, creditMinor }) => balanceMinor === null && creditMinor === null),
  ).toBe(true)
  const totals = await reader.call('reports.dailyTotals', { ...period, ...ofSeller() })
  expect(totals).toMatchObject({ members: 2, bets: 3, companyMinor: -500, feeMinor: 0, count: 2 })
  expect(totals.points.map(({ companyMinor }) => companyMinor)).toEqual([-2000, 1500])
  const games = await reader.call('reports.daily', { ...period, ...ofSeller(), by: 'game' })
  expect(games.records).toMatchObject([{ members: 2, companyMinor: -500 }])
  // As the seller sees it without a filter.
  const own = await seller.call('reports.dailyTotals', period)
  expect(own).toMatchObject({ members: 2, companyMinor: -500, feeMinor: null })
})

/** Members of the level who never played, behind all others, in place of those of before. */
const plantSleepers = (count: number, sellerId: string | null = null) =>
  world.server.database.plant(
    `delete from members where id < '00000001-0000-0000-0000-000000000000';
     insert into members (id, username, phone, first_name, last_name, level, seller_id)
     select lpad(to_hex(i), 32, '0')::uuid, 'sleeper' || i, '+669' || lpad(i::text, 8, '0'), 'A', 'B',
            ${level}, ${sellerId === null ? 'null' : `'${sellerId}'`}
       from generate_series(1, ${count}) i`,
  )

// They are listed one by one, or, where they are many, each row is asked for its member.
describe.each([
  { of: 'few', sleepers: 0 },
  { of: 'many', sleepers: 20_001 },
])('of a level of $of', ({ sleepers }) => {
  // Of the seller, so that these are many, too.
  beforeAll(() => plantSleepers(sleepers, seller.id))

  test('the report by day counts its members alone', async () => {
    const { records } = await reader.call('reports.daily', { ...period, level })
    expect(records).toMatchObject([
      { id: today, members: 1, companyMinor: 500, balanceMinor: null },
      { id: first, members: 2, companyMinor: 4000 },
    ])
    const totals = await reader.call('reports.dailyTotals', { ...period, level, type: ['slot'] })
    expect(totals).toMatchObject({ members: 2, bets: 3, companyMinor: 4500 })
    expect(await reader.call('reports.dailyTotals', { ...period, level: 4 })).toMatchObject({ bets: 0 })
  })

  test('the report by member lists them, page by page, sorted and summed', async () => {
    const page = (more: object) => reader.call('reports.users', { ...period, level, ...more })
    const ids = async (more: object) => (await page(more)).records.map(({ id }) => id)
    expect(await ids({})).toEqual([bo.outside, ann.outside])
    expect(await ids({ type: ['slot'] })).toEqual([bo.outside, ann.outside])
    expect(await ids({ type: ['sport'] })).toEqual([])
    expect(await ids({ who: 'all', size: 3 })).toEqual([dan.outside, bo.outside, ann.outside])
    expect(await ids({ from: first, to: first, sort: 'stake' })).toEqual([ann.outside, bo.outside])
    expect(await ids({ sort: 'stake', type: ['slot'] })).toEqual([ann.outside, bo.outside])
    expect(await ids({ search: bo.username })).toEqual([bo.outside])
    expect(await ids({ search: cat.username })).toEqual([])
    expect(await ids(ofSeller())).toEqual([bo.outside])
    const one = await page({ size: 1 })
    const two = await page({ size: 1, after: one.afterCursor ?? '' })
    expect([...one.records, ...two.records].map(({ id }) => id)).toEqual([bo.outside, ann.outside])
    expect(two.hasAfter).toBe(false)
    const totals = (more: object) => reader.call('reports.userTotals', { ...period, level, ...more })
    expect(await totals({})).toMatchObject({ count: 2, isEstimate: false, bets: 3, companyMinor: 4500 })
    const count = Math.min(3 + sleepers, 10_000)
    expect(await totals({ who: 'all' })).toMatchObject({ count, companyMinor: 4500 })
    expect(await totals(ofSeller())).toMatchObject({ count: 1, companyMinor: -1500 })
  })

  test('a seller sees their own members of it alone', async () => {
    const { records } = await seller.call('reports.users', { ...period, level })
    expect(records.map(({ id }) => id)).toEqual([bo.outside])
    expect(await seller.call('reports.dailyTotals', { ...period, level })).toMatchObject({
      companyMinor: -1500,
    })
  })
})

test('where they are many and much was played, days are refused and members have no sums', async () => {
  await plantSleepers(20_001)
  await world.server.database.plant('update play_days set pairs = 400000')
  const asked = { ...period, level }
  expect(await codeOf(reader.call('reports.daily', asked))).toBe('422 reportTooLarge')
  expect(await codeOf(reader.call('reports.dailyTotals', asked))).toBe('422 reportTooLarge')
  expect((await reader.call('reports.users', asked)).records).toHaveLength(2)
  const totals = await reader.call('reports.userTotals', asked)
  expect(totals).toMatchObject({ count: 2, bets: null, companyMinor: null, feeMinor: null, ngrMinor: null })
  // Of some games they are few, and so are the members of one seller.
  const games = await reader.call('reports.userTotals', { ...asked, type: ['slot'] })
  expect(games).toMatchObject({ companyMinor: 4500 })
  const own = await reader.call('reports.dailyTotals', { ...asked, ...ofSeller() })
  expect(own).toMatchObject({ companyMinor: -1500 })
  await plantSleepers(0)
})
