import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { wholeFile } from '../../testing/exported.ts'
import type { Person } from '../../testing/server.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { codeOf } from '../../testing/world/members.ts'
import { tellRound } from '../../testing/world/played.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let reader: Person
let member: FactoryMember
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({
    permissions: { betReport: ['isRead'], creditTransaction: ['isRead'] },
    abilities: { exportData: true },
    hasStepUp: true,
  })
  member = await world.factory.member()
  await world.fund(member, 100_000)
})
afterAll(() => world.stop())

const round = (bet: string, staked: string, won: string, game = 'tiger') =>
  tellRound(provider, member, { bet, stakeMinor: Number(staked) * 100, wonMinor: Number(won) * 100, game })
const found = async (search: string) => {
  const { records } = await reader.call('betReports.list', { search })
  return reader.call('betReports.get', { id: records[0]?.id ?? '' })
}
const gameOf = async (ref: string): Promise<string> => {
  const [game] = await world.factory.query<{ id: string }>(
    `select outside_id('gam', b.game_id) as id from bets b where b.ref = $1`,
    [ref],
  )
  return game?.id ?? ''
}

test('a bet tells each word with its movement, and why so much of it counts', async () => {
  await round('a', '10.00', '25.00')
  await round('a', '10.00', '5.00')
  const bet = await found('a')
  expect(bet).toMatchObject({ state: 'lost', stakeMinor: 1000, payoutMinor: 500, countedMinor: 1000 })
  expect(bet.outcomes.map(({ kind, payoutMinor, reason }) => [kind, payoutMinor, reason])).toEqual([
    ['settled', 2500, 'counted'],
    ['amended', -2000, 'counted'],
  ])
  const [first] = bet.words
  const { lines, kind } = await reader.call('creditTransactions.journal', { id: first?.transferId ?? '' })
  expect([kind, lines.length]).toEqual(['bet.round', 2])
})

test('by days of settlement the sums are those of what became of bets on these days', async () => {
  await round('b', '20.00', '50.00')
  await world.server.database.plant(
    `update bet_outcomes set business_on = business_on - 5
      where kind = 'settled' and bet_id = (select bet_id from bet_rounds where ref = 'a')`,
  )
  const { businessOn } = await found('b')
  const day = { settledFrom: businessOn, settledTo: businessOn }
  const sums = await reader.call('betReports.totals', day)
  expect(sums).toMatchObject({ count: 2, stakeMinor: 2000, payoutMinor: 5000 - 2000, winLossMinor: 1000 })
  const { records } = await reader.call('betReports.list', { ...day, memberId: member.outside })
  expect(records.map(({ ref }) => ref)).toEqual(['b', 'a'])
  expect(await reader.call('betReports.totals', { from: businessOn })).toMatchObject({
    count: 2,
    stakeMinor: 3000,
  })
})

test('a game’s bets are found, and the file has what the list has', async () => {
  await round('c', '30.00', '0', 'dragon')
  const gameId = await gameOf('c')
  const { records } = await reader.call('betReports.list', { gameId })
  expect(records.map(({ ref, validMinor }) => [ref, validMinor])).toEqual([['c', 3000]])
  const ask = reader.call('betReports.exportList', { format: 'csv', gameId })
  const file = await wholeFile(ask)
  expect(file).toMatchObject({ rows: 1 })
})

test('a great win is found by its amount within one day, and nothing is gone through beyond', async () => {
  const { businessOn: on, stakeMinor } = await found('b')
  const great = { payoutMinMinor: 5000, stakeMaxMinor: stakeMinor }
  const refs = async (more: object) =>
    (await reader.call('betReports.list', { ...great, ...more })).records.map(({ ref }) => ref)
  const day = { from: on, to: on }
  const settled = { settledFrom: on, settledTo: on }
  const gameId = await gameOf('b')
  const allowed = [day, { ...day, gameId }, { ...settled, memberId: member.outside }]
  for (const more of [...allowed, { search: 'b' }]) expect(await refs(more)).toEqual(['b'])
  expect(await refs({ ...day, payoutMinMinor: 5001 })).toEqual([])
  const sums = { count: 1, isEstimate: false, payoutMinor: 5000 }
  for (const more of allowed)
    expect(await reader.call('betReports.totals', { ...great, ...more })).toMatchObject(sums)
  const file = await wholeFile(reader.call('betReports.exportList', { format: 'csv', ...great, ...day }))
  expect(file).toMatchObject({ rows: 1 })
  const years = { from: '2026-01-01', to: on }
  const beyond = [{}, { from: on }, years, settled, { ...settled, gameId }, { memberId: member.outside }]
  for (const more of beyond) {
    const asked = { ...great, ...more }
    for (const call of ['betReports.list', 'betReports.totals'] as const)
      expect(await codeOf(reader.call(call, asked)), JSON.stringify(more)).toBe('422 amountDay')
    const asFile = reader.call('betReports.exportList', { format: 'csv', ...asked })
    expect(await codeOf(asFile)).toBe('422 amountDay')
  }
})

test('sums of a day by member, game, provider and hour are those of its bets', async () => {
  await foldAllPlay(world.server.services.db)
  const { businessOn } = await found('b')
  const { records } = await reader.call('betReports.list', {
    settledFrom: businessOn,
    settledTo: businessOn,
  })
  const whole = await reader.call('betReports.totals', { settledFrom: businessOn, settledTo: businessOn })
  for (const by of ['member', 'game', 'provider', 'hour'] as const) {
    const { on, groups } = await reader.call('betReports.groups', { by, on: businessOn })
    const sum = (of: 'stakeMinor' | 'payoutMinor') => groups.reduce((all, each) => all + each[of], 0)
    expect([on, sum('stakeMinor'), sum('payoutMinor')]).toEqual([
      businessOn,
      whole.stakeMinor,
      whole.payoutMinor,
    ])
  }
  const { groups } = await reader.call('betReports.groups', { by: 'hour', on: businessOn })
  const hours = await Promise.all(
    groups.map(({ id: settledHour }) => reader.call('betReports.list', { settledHour })),
  )
  expect(hours.flatMap((each) => each.records).length).toBeGreaterThanOrEqual(records.length)
  const games = await reader.call('betReports.groups', { by: 'game', on: businessOn })
  expect(games.groups[0]?.id).toMatch(/^gam_/)
})

test('a member’s bets in sums: what runs, and what they played by game', async () => {
  const apart = await startFakeProvider(world.server)
  const [runs, over] = [randomUUID(), randomUUID()]
  const other = await world.factory.member()
  await world.fund(other, 10_000)
  const about = { userId: other.outside, gameId: 'tiger' }
  await apart.say('bet', { ...about, roundId: runs, amount: '15.00', reference: randomUUID() })
  await apart.say('bet', { ...about, roundId: over, amount: '20.00', reference: randomUUID() })
  await apart.say('result', { ...about, roundId: over, amount: '50.00', reference: randomUUID() })
  await foldAllPlay(world.server.services.db)
  const played = await reader.call('betReports.ofMember', { id: other.outside })
  expect(played).toMatchObject({
    openBets: 1,
    openStakeMinor: 1500,
    bets: 1,
    stakeMinor: 2000,
    payoutMinor: 5000,
    winLossMinor: 3000,
    isCut: false,
  })
  expect(played.games.map(({ game, stakeMinor }) => [game?.name.en, stakeMinor])).toEqual([['Game', 2000]])
})

test('what bets are filtered by has names, a member only for whoever sees them', async () => {
  const [made] = await world.factory.query<{ provider: string; dragon: string }>(
    `select outside_id('gpr', provider_id) as provider, outside_id('gam', id) as dragon from games
      where code = 'dragon' and provider_id = '${provider.id}'`,
  )
  const of = { gameId: made?.dragon ?? '', memberId: member.outside }
  const choices = await reader.call('betReports.choices', of)
  expect(choices.providers).toContainEqual({
    id: made?.provider,
    name: { th: 'ค่ายทดสอบ', en: 'Test provider' },
  })
  expect([choices.games.map(({ id }) => id), choices.member?.id]).toEqual([[of.gameId], of.memberId])
  const { games } = await reader.call('betReports.choices', { providerId: made?.provider ?? '' })
  expect(games).toHaveLength(2)
  const seller = await world.server.person({ type: 'seller', permissions: { betReport: ['isRead'] } })
  expect((await seller.call('betReports.choices', of)).member).toBeNull()
})

test('what a provider tells beside money stands with the bet, the newest of each', async () => {
  const words = { player_name: member.outside, game_id: 'tiger', bet_id: 'said', currency_code: 'THB' }
  const sums = { bet_amount: '10.00', win_amount: '0.00', transfer_amount: '-10.00' }
  const told = (more: Record<string, string>) =>
    provider.sayRound({ ...words, ...sums, transaction_id: 'said-1', ...more })
  const beside = {
    platform: '3\u0000\u0007 ',
    wallet_type: 'G',
    is_feature_buy: 'True',
    is_end_round: 'False',
    jackpot_contribution_amount: '0.012345',
    bonus_name: 'x'.repeat(500),
  }
  const first = await told(beside)
  expect(first).toMatchObject({ error: null })
  // Told again with something else beside it, it is the same word.
  expect(await told({ ...beside, platform: '4' })).toEqual(first)
  const bet = await found('said')
  const said = {
    device: '3',
    featureBuy: 'yes',
    freeRound: 'yes',
    poolShare: '0.012345',
    campaign: 'x'.repeat(200),
  }
  expect([bet.said, bet.words.length]).toEqual([said, 1])
  await told({
    transaction_id: 'said-2',
    win_amount: '5.00',
    transfer_amount: '-5.00',
    is_end_round: 'True',
  })
  expect((await found('said')).said).toEqual({ ...said, roundEnd: 'yes' })
  const { records } = await reader.call('betReports.list', { search: 'said' })
  expect(records[0]?.said).toEqual({ ...said, roundEnd: 'yes' })
  const file = await reader.call('betReports.exportList', {
    search: 'said',
    format: 'csv',
    columns: ['ref', 'device', 'featureBuy', 'address'],
  })
  expect(file).toMatchObject({ rows: 1 })
})

test('from where a member plays is told to the house alone', async () => {
  const apart = await startFakeProvider(world.server)
  const seller = await world.server.person({ permissions: { betReport: ['isRead'] }, type: 'seller' })
  const own = await world.factory.member({ sellerId: seller.id })
  await world.fund(own, 10_000)
  const about = { userId: own.outside, gameId: 'tiger', roundId: 'from' }
  const stake = { amount: '10.00', reference: 'from-1', platform: 'WEB', ipAddress: '198.51.100.7' }
  expect(await apart.say('bet', { ...about, ...stake })).toMatchObject({ error: 0 })
  const result = { amount: '0.00', reference: 'from-2', roundDetails: 'spin', jackpotContribution: '0.00' }
  expect(await apart.say('result', { ...about, ...result })).toMatchObject({ error: 0 })
  const said = { device: 'WEB', selection: 'spin' }
  const of = async (person: Person) => (await person.call('betReports.list', { search: 'from' })).records[0]
  expect((await of(reader))?.said).toEqual({ ...said, address: '198.51.100.7' })
  expect((await of(seller))?.said).toEqual(said)
  const bet = await seller.call('betReports.get', { id: (await of(seller))?.id ?? '' })
  expect(bet.said).toEqual(said)
  const by = async (saidValue: string) =>
    (await seller.call('betReports.list', { search: 'from', saidValue })).records.map(({ ref }) => ref)
  expect([await by('198.51.100.7'), await by('web')]).toEqual([[], ['from']])
})

test('bets are found by what was told of them, as it stands and as far as a person sees it', async () => {
  const { member: own, businessOn: on } = await found('from')
  const { businessOn } = await found('said')
  const mine = { from: businessOn, to: businessOn, memberId: member.outside }
  const theirs = { settledFrom: on, settledTo: on, memberId: own.id }
  const house: readonly (readonly [object, readonly string[]])[] = [
    [{ ...mine, saidName: 'featureBuy' }, ['said']],
    [{ ...mine, saidName: 'device', saidValue: ' 3 ' }, ['said']],
    [{ ...mine, saidValue: 'YES' }, ['said']],
    // It said 4 of a word that it had told before: the first of them stands.
    [{ ...mine, saidName: 'device', saidValue: '4' }, []],
    [{ ...mine, saidName: 'odds' }, []],
    [{ ...theirs, saidName: 'address', saidValue: '198.51.100.7' }, ['from']],
    [{ ...theirs, saidName: 'address', saidValue: '198.51.100' }, []],
    [{ search: 'from', saidName: 'selection', saidValue: 'Spin' }, ['from']],
  ]
  for (const [filter, refs] of house) {
    const { records } = await reader.call('betReports.list', filter)
    expect([filter, records.map(({ ref }) => ref)]).toEqual([filter, refs])
    expect(await reader.call('betReports.totals', filter)).toMatchObject({ count: refs.length })
  }
  const gameId = await gameOf('said')
  const day = { from: businessOn, to: businessOn, saidName: 'featureBuy' as const }
  const { records } = await reader.call('betReports.list', { ...day, gameId })
  expect(records.map(({ ref }) => ref)).toEqual(['said'])
  const settledThen = { settledFrom: businessOn, settledTo: businessOn, saidValue: 'yes' }
  // Which of them is missing is told by its field: the member or game, or the day.
  const beyond: readonly (readonly [object, string])[] = [
    [day, 'saidValue'],
    [settledThen, 'saidValue'],
    [{ saidName: 'featureBuy', gameId }, 'from'],
    [{ ...settledThen, gameId }, 'from'],
  ]
  for (const [asked, field] of beyond)
    for (const call of ['betReports.list', 'betReports.totals'] as const)
      await expect(reader.call(call, asked)).rejects.toMatchObject({ code: 'amountDay', field })
})

test('a bet leads the house to its round at the provider, where that has a place for it', async () => {
  const seller = await world.server.person({ permissions: { betReport: ['isRead'] }, type: 'seller' })
  const own = await world.factory.member({ sellerId: seller.id })
  await world.fund(own, 10_000)
  const sums = { bet_amount: '10.00', win_amount: '0.00', transfer_amount: '-10.00' }
  const about = {
    player_name: own.outside,
    game_id: 'tiger',
    bet_id: 'a/b&{member}',
    transaction_id: 'see-1',
  }
  expect(await provider.sayRound({ ...about, ...sums })).toMatchObject({ error: null })
  const urlFor = async (person: Person) => {
    const { records } = await person.call('betReports.list', { search: 'a/b&{member}' })
    return (await person.call('betReports.get', { id: records[0]?.id ?? '' })).replayUrl
  }
  expect(await urlFor(reader)).toBeNull()
  const at = (address: string | null) =>
    world.server.database.plant('update game_providers set replay_address = $1', [address])
  await at('https://see.example/{game}/{round}?who={member}&lang={lang}')
  // What a provider calls its round fills one place and makes none.
  expect(await urlFor(reader)).toBe(
    `https://see.example/tiger/a%2Fb%26%7Bmember%7D?who=${own.outside}&lang={lang}`,
  )
  expect(await urlFor(seller)).toBeNull()
  await at(null)
})
