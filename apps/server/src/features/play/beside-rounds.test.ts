import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { refusalOf } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'

// What a provider pays beside the results of rounds: jackpots, corrections, prizes of campaigns.

let world: MoneyOutWorld
let provider: FakeProvider
let combined: FakeProvider
let reader: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({ permissions: { betReport: ['isRead'] } })
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const ref = () => randomUUID()
const funded = async (amountMinor = 10_000): Promise<FactoryMember> => {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return member
}
interface Round {
  readonly userId: string
  readonly gameId: string
  readonly roundId: string
}
const roundOf = ({ outside }: FactoryMember): Round => ({
  userId: outside,
  gameId: 'tiger',
  roundId: ref(),
})
const say = (word: string, round: Round, amount: string, more: Record<string, string> = {}) =>
  provider.say(word, { ...round, amount, reference: ref(), ...more })
const promo = (userId: string, amount: string, reference = ref()) =>
  provider.say('promoWin', {
    userId,
    amount,
    reference,
    currency: 'THB',
    campaignId: '7',
    campaignType: 'T',
  })
const betsOf = async ({ outside }: FactoryMember) =>
  (await reader.call('betReports.list', { memberId: outside })).records
/** What people are told of, and why: the first, and what came beside it. */
const owed = async (from: FakeProvider) => {
  const rows = await world.factory.query<{ reference: string; why: string }>(
    `select x.reference, x.why from alarms a, jsonb_to_recordset(
         jsonb_build_array(a.detail) || coalesce(a.detail -> 'others', '[]')) x (reference text, why text)
      where a.code = 'provider.owed' and a.entity_id = $1 and a.cleared_at is null`,
    [encodeId('gameProvider', from.id)],
  )
  return rows.map(({ reference, why }) => [reference, why])
}
const settleAlarms = () =>
  world.server.database.plant('update alarms set cleared_at = now() where cleared_at is null', [])

test('a jackpot is paid on top of what a round won, and the bet tells it by its name', async () => {
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '10')
  await say('result', round, '5')
  const jackpot = { reference: ref(), jackpotId: '3' }
  const first = await say('jackpotWin', round, '1000', jackpot)
  expect(first).toMatchObject({ error: 0, cash: 1095 })
  expect(await say('jackpotWin', round, '1000', jackpot)).toEqual(first)
  const [bet] = await betsOf(member)
  expect(bet).toMatchObject({ state: 'won', stakeMinor: 1000, payoutMinor: 100_500 })
  const { words, outcomes } = await reader.call('betReports.get', { id: bet?.id ?? '' })
  expect(words.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['bet', 1000],
    ['settle', 500],
    ['jackpot', 100_000],
  ])
  expect(outcomes.map(({ kind, payoutMinor }) => [kind, payoutMinor])).toEqual([
    ['settled', 500],
    ['amended', 100_000],
  ])
})

test('a jackpot of a round that has not come is told again until it has', async () => {
  const member = await funded()
  const round = roundOf(member)
  const jackpot = { reference: ref() }
  expect(await say('jackpotWin', round, '50', jackpot)).toMatchObject({ error: 100 })
  await say('bet', round, '10')
  expect(await say('jackpotWin', round, '50', jackpot)).toMatchObject({ error: 0, cash: 140 })
})

test('a correction gives or takes the difference, once', async () => {
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '20')
  await say('result', round, '40')
  const down = { reference: ref(), validBetAmount: '20' }
  const taken = await say('adjustment', round, '-15.50', down)
  expect(taken).toMatchObject({ error: 0, cash: 104.5 })
  expect(await say('adjustment', round, '-15.50', down)).toEqual(taken)
  expect(await say('adjustment', round, '3', {})).toMatchObject({ error: 0, cash: 107.5 })
  expect(await betsOf(member)).toMatchObject([{ stakeMinor: 2000, payoutMinor: 2750, state: 'won' }])
})

test.each([
  ['takes what is spent already', '-40', 1, 'spent'],
  ['takes more than was ever paid', '-40.01', 3, 'beyondPaid'],
])('a correction that %s moves nothing, and people are told', async (_, amount, error, why) => {
  await settleAlarms()
  const member = await funded(2000)
  const round = roundOf(member)
  await say('bet', round, '20')
  await say('result', round, '40')
  await say('bet', roundOf(member), '30')
  const reference = ref()
  expect(await say('adjustment', round, amount, { reference })).toMatchObject({ error })
  expect(await world.factory.cash(member)).toBe(1000)
  expect(await owed(provider)).toEqual([[reference, why]])
})

test('a prize is a round of its own: of no stake and no game, counted in no turnover', async () => {
  const member = await funded()
  const reference = ref()
  const first = await promo(member.outside, '250.25', reference)
  expect(first).toMatchObject({ error: 0, cash: 350.25 })
  expect(await promo(member.outside, '250.25', reference)).toEqual(first)
  expect(await promo(member.outside, '251.25', reference)).toMatchObject({ error: 7 })
  expect(await betsOf(member)).toMatchObject([
    {
      ref: `prize ${reference}`,
      game: { name: { en: 'Prizes (no game)' }, type: 'other' },
      state: 'won',
      stakeMinor: 0,
      payoutMinor: 25_025,
      countedMinor: 0,
    },
  ])
})

test('its provider is not asked about a prize as if that were a round', async () => {
  const member = await funded()
  await promo(member.outside, '20')
  const [prize] = await betsOf(member)
  const asker = await world.server.person({ permissions: { betReport: ['isRead', 'isUpdate'] } })
  const asked = asker.call('betReports.askProvider', { id: prize?.id ?? '' })
  expect(await refusalOf(asked)).toMatchObject({ details: { reason: 'ofNoRound' } })
})

test('a prize is theirs whatever became of the member, and of none nothing is kept', async () => {
  const member = await funded()
  await world.server.database.plant(`update members set state = 'suspended' where id = $1`, [member.id])
  expect(await promo(member.outside, '12')).toMatchObject({ error: 0, cash: 112 })
  expect(await promo(member.outside, '0')).toMatchObject({ error: 0, cash: 112 })
  expect(await promo(encodeId('member', randomUUID()), '12')).toMatchObject({ error: 2 })
  expect(await betsOf(member)).toHaveLength(1)
})

test('a prize that comes with a result is paid with it, and stands for itself', async () => {
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '10')
  const both = { reference: ref(), promoWinAmount: '30', promoWinReference: ref(), promoCampaignType: 'R' }
  const first = await say('result', round, '5', both)
  expect(first).toMatchObject({ error: 0, cash: 125 })
  expect(await say('result', round, '5', both)).toEqual(first)
  const bets = await betsOf(member)
  expect(bets.map(({ stakeMinor, payoutMinor }) => [stakeMinor, payoutMinor])).toEqual([
    [0, 3000],
    [1000, 500],
  ])
  expect(await world.factory.cash(member)).toBe(12_500)
})

test('a result with half a prize is not taken, and people are told; a prize of 0 is none', async () => {
  await settleAlarms()
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '10')
  const reference = ref()
  expect(await say('result', round, '5', { promoWinAmount: '30', reference })).toMatchObject({ error: 7 })
  expect(await world.factory.cash(member)).toBe(9000)
  expect(await owed(provider)).toEqual([[reference, 'unclear']])
  expect(await say('result', round, '5', { promoWinAmount: '0.00' })).toMatchObject({ error: 0, cash: 95 })
})

test('a result told again with another prize means something else', async () => {
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '10')
  const result = { reference: ref(), promoWinAmount: '30', promoWinReference: ref() }
  expect(await say('result', round, '5', result)).toMatchObject({ cash: 125 })
  const other = { ...result, promoWinReference: ref() }
  expect(await say('result', round, '5', other)).toMatchObject({ error: 7 })
  expect(await say('result', round, '5', { reference: result.reference })).toMatchObject({ error: 7 })
  expect(await world.factory.cash(member)).toBe(12_500)
})

test('a prize that comes with a result of a void round is paid all the same, once', async () => {
  const member = await funded()
  const round = roundOf(member)
  const stake = { reference: ref() }
  await say('bet', round, '10', stake)
  await provider.say('refund', { userId: member.outside, ...stake })
  const both = { reference: ref(), promoWinAmount: '30', promoWinReference: ref() }
  expect(await say('result', round, '0', both)).toMatchObject({ error: 3 })
  expect(await say('result', round, '0', both)).toMatchObject({ error: 3 })
  expect(await world.factory.cash(member)).toBe(13_000)
})

test('a correction that takes and comes before its result is told again until that came', async () => {
  const member = await funded()
  const round = roundOf(member)
  await say('bet', round, '20')
  const down = { reference: ref() }
  expect(await say('adjustment', round, '-15', down)).toMatchObject({ error: 100 })
  await say('result', round, '40')
  expect(await say('adjustment', round, '-15', down)).toMatchObject({ error: 0, cash: 105 })
})

test('people are told why each is open: a stake of a paid round, a win of a void one', async () => {
  await settleAlarms()
  const [member, stake] = [await funded(), { reference: ref() }]
  const paid = roundOf(member)
  await say('bet', paid, '10', stake)
  await say('result', paid, '5')
  const refund = () => provider.say('refund', { userId: member.outside, ...stake })
  await refund()
  const [voided, other] = [roundOf(member), { reference: ref() }]
  await say('bet', voided, '10', other)
  await provider.say('refund', { userId: member.outside, ...other })
  const win = { reference: ref() }
  await say('result', voided, '5', win)
  await refund()
  expect(await owed(provider)).toEqual([
    [`refund ${stake.reference}`, 'paidStake'],
    [win.reference, 'roundVoid'],
  ])
})

test('of the line of prizes nobody changes anything', async () => {
  await promo((await funded()).outside, '1')
  const person = await world.server.person({ permissions: { gameManagement: ['isRead', 'isUpdate'] } })
  const providerId = encodeId('gameProvider', provider.id)
  const { records } = await person.call('gameCatalogue.games', { providerId, size: 100 })
  const codes = new Map(records.map(({ id, code }) => [id, code]))
  const rows = records.map(({ id, version }) => ({ id, version }))
  const set = { rows, addTags: ['hot' as const], removeTags: [] }
  const { results } = await person.call('gameCatalogue.setGames', set, { idempotencyKey: ref() })
  expect(Object.fromEntries(results.map(({ id, outcome }) => [codes.get(id), outcome]))).toEqual({
    tiger: 'done',
    dragon: 'done',
    'no game': 'notFound',
  })
})

test('the end of a round is answered with the balance; money of free rounds is for people', async () => {
  await settleAlarms()
  const member = await funded()
  const { userId, gameId, roundId } = roundOf(member)
  expect(await provider.say('endRound', { userId, gameId, roundId })).toMatchObject({ error: 0, cash: 100 })
  const free = { userId, bonusCode: 'b', reference: ref() }
  expect(await provider.say('bonusWin', { ...free, amount: '0.00' })).toMatchObject({ error: 0 })
  expect(await owed(provider)).toEqual([])
  expect(await provider.say('bonusWin', { ...free, amount: '9.00' })).toMatchObject({ error: 7 })
  expect(await world.factory.cash(member)).toBe(10_000)
  expect(await owed(provider)).toEqual([[free.reference, 'unclear']])
  const second = ref()
  const tell = () => provider.say('bonusWin', { ...free, reference: second, amount: '7.00' })
  await tell()
  await tell()
  expect(await owed(provider)).toEqual([
    [free.reference, 'unclear'],
    [second, 'unclear'],
  ])
})

test('an adjustment of the combined provider is a prize; one that takes money is for people', async () => {
  await settleAlarms()
  const member = await funded()
  const adjust = (amount: string, reference: string) =>
    combined.sayRound(
      {
        player_name: member.outside,
        transfer_amount: amount,
        adjustment_transaction_id: reference,
        adjustment_time: '1764460800000',
      },
      'Cash/Adjustment',
    )
  const [given, taken] = [ref(), ref()]
  const first = await adjust('40.00', given)
  expect(first).toEqual({
    data: { adjust_amount: 40, balance_before: 100, balance_after: 140, updated_time: 1_764_460_800_000 },
    error: null,
  })
  expect(await adjust('40.00', given)).toEqual(first)
  expect(await adjust('-40.00', taken)).toMatchObject({ data: null, error: { code: '1034' } })
  expect(await world.factory.cash(member)).toBe(14_000)
  expect(await owed(combined)).toEqual([[taken, 'unclear']])
})

test('no member is offered the line of prizes, nor opens it', async () => {
  await promo((await funded()).outside, '1')
  await world.server.database.plant(
    `update game_providers set launch_address = 'https://games.example/{game}?{token}' where id = $1`,
    [provider.id],
  )
  await world.server.database.plant(`update games set state = 'active' where provider_id = $1`, [
    provider.id,
  ])
  const providerId = encodeId('gameProvider', provider.id)
  const { body } = await world.site.send('/member/v1/game/list', { providerId, page: 1, size: 50 })
  const games = body.data?.['records'] as readonly { readonly gameCode: string }[]
  expect(games.map(({ gameCode }) => gameCode).toSorted()).toEqual(['dragon', 'tiger'])
  const member = await funded()
  const launch = { memberId: member.outside, providerId, gameCode: 'no game' }
  expect((await world.site.send('/member/v1/game/launch', launch)).status).toBe(422)
})
