import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import type { Person } from '../../testing/server.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'

let world: MoneyOutWorld
let provider: FakeProvider
let reader: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
  reader = await world.server.person({ permissions: { betReport: ['isRead'] } })
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const ref = () => randomUUID()
const funded = async (amountMinor: number): Promise<FactoryMember> => {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return member
}
interface Round {
  readonly member: FactoryMember
  readonly roundId: string
}
const roundOf = (member: FactoryMember): Round => ({ member, roundId: ref() })
const bet = ({ member, roundId }: Round, amount: string, reference = ref(), gameId = 'tiger') =>
  provider.say('bet', { userId: member.outside, gameId, roundId, amount, reference })
const result = ({ member, roundId }: Round, amount: string, reference = ref()) =>
  provider.say('result', { userId: member.outside, gameId: 'tiger', roundId, amount, reference })
const refund = ({ member }: Pick<Round, 'member'>, reference: string) =>
  provider.say('refund', { userId: member.outside, reference })
const betOf = async ({ roundId }: Round) => {
  const { records } = await reader.call('betReports.list', { search: roundId })
  return records[0]
}

test('a stake leaves the wallet, what was won comes back, and the bet is in the report', async () => {
  const round = roundOf(await funded(10_000))
  expect(await bet(round, '40.50')).toMatchObject({ error: 0, cash: 59.5, bonus: 0, currency: 'THB' })
  expect(await betOf(round)).toMatchObject({ state: 'running', stakeMinor: 4050, winLossMinor: null })
  expect(await result(round, '100.00')).toMatchObject({ error: 0, cash: 159.5 })
  const found = await betOf(round)
  expect(found).toMatchObject({
    member: { username: round.member.username },
    game: { name: { th: 'เกม' }, type: 'slot' },
    state: 'won',
    stakeMinor: 4050,
    payoutMinor: 10_000,
    winLossMinor: 5950,
  })
  expect(await world.factory.cash(round.member)).toBe(15_950)
  const whole = await reader.call('betReports.get', { id: found?.id ?? '' })
  expect(
    whole.words.map(({ kind, amountMinor, balanceMinor }) => [kind, amountMinor, balanceMinor]),
  ).toEqual([
    ['bet', 4050, 5950],
    ['settle', 10_000, 15_950],
  ])
  const clearing = `provider:${encodeId('gameProvider', provider.id)}:clearing`
  expect(await world.factory.balance(clearing)).toBe(-5950)
})

test('a repeat gets the first answer, whatever happened since, and moves nothing', async () => {
  const round = roundOf(await funded(10_000))
  const [one, two] = [ref(), ref()]
  const first = await bet(round, '10', one)
  await result(round, '30', two)
  expect(await bet(round, '10', one)).toEqual(first)
  expect(await result(round, '30', two)).toMatchObject({ error: 0, cash: 120 })
  expect(await world.factory.cash(round.member)).toBe(12_000)
})

test('one name with two meanings is refused, and people are told', async () => {
  const round = roundOf(await funded(10_000))
  const name = ref()
  await bet(round, '10', name)
  expect(await bet(round, '11', name)).toMatchObject({ error: 7 })
  expect(await world.factory.cash(round.member)).toBe(9000)
  const alarms = await world.factory.query('select code from alarms where cleared_at is null')
  expect(alarms).toContainEqual({ code: 'provider.mismatch' })
})

test('a stake that the wallet cannot bear stays refused, also when money came meanwhile', async () => {
  const round = roundOf(await funded(500))
  const name = ref()
  expect(await bet(round, '10', name)).toMatchObject({ error: 1 })
  await world.fund(round.member, 10_000)
  expect(await bet(round, '10', name)).toMatchObject({ error: 1 })
  expect(await bet(round, '10')).toMatchObject({ error: 0, cash: 95 })
})

test('a stake is given back once', async () => {
  const round = roundOf(await funded(10_000))
  const name = ref()
  await bet(round, '25', name)
  expect(await refund(round, name)).toMatchObject({ error: 0, cash: 100 })
  expect(await refund(round, name)).toMatchObject({ error: 0, cash: 100 })
  expect(await betOf(round)).toMatchObject({ state: 'void', stakeMinor: 0 })
  expect(await result(round, '50')).toMatchObject({ error: 3, description: 'voided' })
  expect(await world.factory.cash(round.member)).toBe(10_000)
})

test('a void before its bet closes the door to it', async () => {
  const round = roundOf(await funded(10_000))
  const name = ref()
  expect(await refund(round, name)).toMatchObject({ error: 0 })
  expect(await bet(round, '25', name)).toMatchObject({ error: 3, description: 'voided' })
  expect(await betOf(round)).toBeUndefined()
  expect(await world.factory.cash(round.member)).toBe(10_000)
})

test('a result before its stake is told again later, and counts then', async () => {
  const round = roundOf(await funded(10_000))
  const name = ref()
  expect(await result(round, '5', name)).toMatchObject({ error: 100 })
  await bet(round, '10')
  expect(await result(round, '5', name)).toMatchObject({ error: 0, cash: 95 })
  expect(await betOf(round)).toMatchObject({ state: 'lost', winLossMinor: -500 })
})

test('a free round stakes nothing, and what it wins is paid', async () => {
  const round = roundOf(await funded(10_000))
  expect(await bet(round, '0')).toMatchObject({ error: 0, cash: 100 })
  expect(await result(round, '7.25')).toMatchObject({ error: 0, cash: 107.25 })
})

test.each([
  ['a game that is not there', 'lion', '10', 8],
  ['less than the least stake', 'tiger', '0.99', 3],
  ['more than the largest', 'tiger', '10000.01', 3],
  ['a sign before the amount', 'tiger', '-10', 7],
  ['a third digit', 'tiger', '10.005', 7],
])('%s is refused in the provider’s own words', async (_, gameId, amount, error) => {
  const round = roundOf(await funded(2_000_000))
  expect(await bet(round, amount, ref(), gameId)).toMatchObject({ error })
  expect(await world.factory.cash(round.member)).toBe(2_000_000)
})

test('who is suspended bets no more, and is paid what they won', async () => {
  const round = roundOf(await funded(10_000))
  await bet(round, '10')
  await world.factory.query(`update members set state = 'suspended' where id = $1`, [round.member.id])
  expect(await bet(round, '10')).toMatchObject({ error: 6 })
  expect(await result(round, '20')).toMatchObject({ error: 0, cash: 110 })
})

test('what is not signed by the provider moves nothing', async () => {
  const { outside } = await funded(10_000)
  const fields = { userId: outside, gameId: 'tiger', roundId: ref(), amount: '10', reference: ref() }
  expect(await provider.say('bet', fields, 'guessed')).toMatchObject({ error: 5 })
  expect(await provider.say('balance', { userId: outside })).toMatchObject({ error: 0, cash: 100 })
})

test('rounds of many members at once: each told three times, every wallet exact', async () => {
  const members = await Promise.all([10_000, 10_000, 10_000, 10_000].map(funded))
  const rounds = Array.from({ length: 40 }, (_, n) => roundOf(members[n % 4] as FactoryMember))
  await Promise.all(
    rounds.map(async (round) => {
      const [stake, won] = [ref(), ref()]
      await Promise.all([bet(round, '10', stake), bet(round, '10', stake), bet(round, '10', stake)])
      await Promise.all([result(round, '4', won), result(round, '4', won), refund(round, ref())])
    }),
  )
  for (const member of members) expect(await world.factory.cash(member)).toBe(10_000 - 10 * 600)
  const sums = await reader.call('betReports.totals', { memberId: members[0]?.outside })
  expect(sums).toMatchObject({ count: 10, stakeMinor: 10_000, payoutMinor: 4000, winLossMinor: -6000 })
})

test('who may not bet, or not at this level, is refused; what they staked is settled', async () => {
  const round = roundOf(await funded(10_000))
  await bet(round, '10')
  const set = (change: string) =>
    world.factory.query(`update members set ${change} where id = $1`, [round.member.id])
  await set('can_bet = false')
  expect(await bet(round, '10')).toMatchObject({ error: 6 })
  await set('can_bet = true, level = 3')
  await world.server.database.plant(
    `update games set blocked_levels = '{3}', contribution_bps = 2500
      where code = 'dragon' and provider_id = $1`,
    [provider.id],
  )
  expect(await bet(roundOf(round.member), '10', ref(), 'dragon')).toMatchObject({ error: 8 })
  expect(await result(round, '20')).toMatchObject({ error: 0, cash: 110 })
  await set('level = 0')
  const partly = roundOf(round.member)
  await bet(partly, '10', ref(), 'dragon')
  await provider.say('result', {
    userId: round.member.outside,
    gameId: 'dragon',
    roundId: partly.roundId,
    amount: '0',
    reference: ref(),
  })
  const [outcome] = await world.factory.query<Record<string, unknown>>(
    `select o.reason, o.valid_minor::int as valid, o.counted_minor::int as counted from bet_outcomes o
       join bet_rounds r on r.bet_id = o.bet_id where r.ref = $1`,
    [partly.roundId],
  )
  expect(outcome).toEqual({ reason: 'partly', valid: 1000, counted: 250 })
})

test('ids are read by the judge of wallets as everywhere else', async () => {
  const [found] = await world.factory.query<{ same: number; none: number }>(
    `select count(*) filter (where quick_inside_id(outside_id('bet', id)) = id
              and inside_id(outside_id('bet', id)) = id)::int as same,
            count(quick_inside_id(left(outside_id('bet', id), 20)))::int as none
       from (select case when n % 2 = 0 then gen_random_uuid() else uuidv7() end as id
               from generate_series(1, 500) n) x`,
  )
  expect(found).toEqual({ same: 500, none: 0 })
})
