import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RailPlan } from '../../testing/fakes/fake-rail.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'

// A rail in its worst mood: it loses orders, loses answers of what it paid, answers nonsense, and cannot be
// asked either. 500 payouts in `npm run test:full`.

let world: MoneyOutWorld
beforeAll(async () => {
  world = await createMoneyOutWorld()
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const rounds = isFull ? 500 : 16
const moods: readonly RailPlan[] = [
  'lostAfter',
  'error500AfterPaying',
  'lostBefore',
  'wrongAmount',
  'lostAfter',
  'wrongId',
  'error500',
  'accept',
]
/** Longer than the brand waits before it calls an outcome unknown. */
const hourMs = 3_600_000
/** The rail is asked of so many at once. */
const askedAtOnce = 32

/** An hour later, everybody whose time has come is asked. */
async function anHourLater(): Promise<void> {
  world.server.clock.ms += hourMs
  for (let n = 0; n <= rounds / askedAtOnce; n += 1) await world.payouts()
}

interface Fate {
  readonly id: string
  readonly state: string
  /** Orders that the rail got, and what really left by it. */
  readonly orders: number
  readonly paid: number
  readonly isTold: boolean
}

async function fatesOf(ids: readonly string[]): Promise<Fate[]> {
  const { rail } = world
  const rows = await world.factory.query<{ id: string; state: string; payouts: string[]; told: boolean }>(
    `select w.id, w.state, array(select p.id from payouts p where p.withdrawal_id = w.id) as payouts,
            exists (select from alarms a where a.entity_id = outside_id('wdr', w.id)
              and a.cleared_at is null) as told
       from withdrawals w where w.id = any($1::uuid[])`,
    [ids.map((id) => decodeId('withdrawal', id))],
  )
  return rows.map(({ id, state, payouts, told }) => {
    const sent = payouts.map((payout) => encodeId('payout', payout))
    return {
      id,
      state,
      orders: sent.reduce((sum, one) => sum + (rail.orders.get(one) ?? 0), 0),
      paid: sent.filter((one) => rail.payouts.get(one)?.state === 'succeeded').length,
      isTold: told,
    }
  })
}

test(
  'a payout whose answer is lost is sent once, paid at most once, and never forgotten',
  { timeout: isFull ? 1_800_000 : 60_000 },
  async () => {
    const { rail, server } = world
    const ids: string[] = []
    rail.statusPlan = 'lost'
    for (let round = 0; round < rounds; round += 1) {
      rail.plan = moods[round % moods.length] ?? 'lostAfter'
      const member = await world.regular(20_000 + round)
      const { body } = await world.withdraw(member, 20_000 + round)
      ids.push(body.data?.id ?? '')
      await world.payouts()
      if (round % 25 === 24) server.clock.ms += 60_000
    }
    for (const mood of ['error500', 'lost', 'error500'] as const) {
      rail.statusPlan = mood
      await anHourLater()
    }
    const meanwhile = await fatesOf(ids)
    // Nobody knows yet, and everybody is told: none is paid again, none is given back.
    expect(meanwhile.filter(({ state }) => state !== 'unknown')).toEqual([])
    expect(meanwhile.filter(({ isTold }) => !isTold)).toEqual([])

    for (const payout of rail.payouts.values()) payout.state = 'succeeded'
    rail.statusPlan = null
    for (let n = 0; n < 2; n += 1) await anHourLater()
    const fates = await fatesOf(ids)
    expect(fates).toHaveLength(rounds)
    expect(fates.filter(({ orders, paid }) => orders !== 1 || paid > 1)).toEqual([])
    // What left is paid; of what the rail does not know nobody may say so before a person has looked.
    expect(fates.filter(({ state, paid }) => state !== (paid === 1 ? 'paid' : 'unknown'))).toEqual([])
    expect(fates.filter(({ state, isTold }) => state === 'unknown' && !isTold)).toEqual([])
    expect(fates.filter(({ paid }) => paid === 1)).toHaveLength(
      ids.filter((_, n) => !['lostBefore', 'error500'].includes(moods[n % moods.length] ?? '')).length,
    )
  },
)
