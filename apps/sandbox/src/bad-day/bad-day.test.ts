import { afterEach, expect, test, vi } from 'vitest'
import { Acts } from '../acts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Member, MemberSite } from '../members.ts'
import { formOf } from '../page-fields.ts'
import { sayer } from '../page-words.ts'
import type { Phones } from '../phones/phones.ts'
import { Rail } from '../rail.ts'
import { randomOf } from '../random.ts'
import type { PhoneCondition, PhoneMessage } from '../state-file.ts'
import { World } from '../world.ts'
import { BadDay } from './bad-day.ts'
import { badDayForms, plantedList } from './page-part.ts'
import { badDayKinds, type KeptBadDay, type Planted } from './planted.ts'
import { stepsOf } from './script.ts'

const days: BadDay[] = []
afterEach(async () => {
  await Promise.all(days.splice(0).map((day) => day.stop()))
  vi.useRealTimers()
})

const members = Array.from({ length: 40 }, (_, at) => ({
  id: `mbr_${at}`,
  username: `kl${at}`,
  state: 'active',
  bank: 'KBANK',
  accountNo: `12345771${String(at).padStart(2, '0')}`,
  accountName: 'สมชาย ใจดี',
  cashMinor: 100_000,
  lockedMinor: 0,
})) as unknown as Member[]
const ours = { accountName: 'Own', balanceMinor: 10_000_000, phone: 'one' }
const accounts = [
  { ...ours, bank: 'SCB', accountNo: '4051187426', role: 'deposit' as const, phone: 'two' },
  { ...ours, bank: 'TTB', accountNo: '2237409561', role: 'deposit' as const },
  { ...ours, bank: 'KBANK', accountNo: '0483516729', role: 'deposit' as const },
  { ...ours, bank: 'KBANK', accountNo: '7102264385', role: 'withdrawal' as const },
]
const paidBefore = [11, 13].map((hour) => ({
  fromAccountNo: '7102264385',
  bank: 'SCB',
  accountNo: '4111577222',
  accountName: 'มานี มีนา',
  amountMinor: hour * 10_000,
  paidAtMs: Date.parse('2026-11-27T00:00:00+07:00') + hour * 3_600_000,
}))

interface Faults {
  readonly order?: () => never
  readonly isReviewed?: boolean
}

function start(kept?: KeptBadDay, faults: Faults = {}) {
  const messages: PhoneMessage[] = []
  const world = new World(accounts, { balances: {} }, randomOf(1), {
    send: (message) => messages.push(message),
    changed: () => undefined,
  })
  const asked: string[] = []
  const taken: string[] = []
  const site = {
    active: () => Promise.resolve(members),
    find: (id: string) => Promise.resolve(members.find((member) => member.id === id)),
    requestDeposit: (_: string, amountMinor: number) =>
      Promise.resolve({ reference: 'D1', amountMinor, accountNo: '0483516729' }),
    order: (id: string, amountMinor: number) =>
      faults.order?.() ?? Promise.resolve({ id: `ord_${id}`, reference: 'G1', amountMinor }),
    requestWithdrawal: (id: string, amountMinor: number) => {
      asked.push(id)
      const state = faults.isReviewed === true && asked.length === 1 ? 'review' : 'approved'
      return Promise.resolve({ id: `wdr_${id}`, reference: `W-${id}`, state, amountMinor })
    },
    cancelWithdrawal: (id: string) => Promise.resolve(void taken.push(id)),
  } as unknown as MemberSite
  const conditions = new Map<string, PhoneCondition>(
    ['one', 'two'].map((name) => [name, { isOn: true, batteryPercent: 80, isCharging: true, skewMs: 0 }]),
  )
  const phones = {
    has: (name: string) => conditions.has(name),
    fare: (name: string, change: Partial<PhoneCondition>) => {
      const now = { ...(conditions.get(name) as PhoneCondition), ...change }
      conditions.set(name, now)
      return now
    },
    get state() {
      return [...conditions].map(([name, condition]) => ({ name, ...condition }))
    },
  } as unknown as Phones
  const rail = new Rail(
    { world, random: randomOf(2), secret: 'ab', changed: () => undefined },
    { payouts: [] },
  )
  const paid: string[] = []
  const gateway = {
    isDown: false,
    pay: (_: string, manner: string) => Promise.resolve(void paid.push(manner)),
  } as unknown as Gateway
  const acts = new Acts(site, world, phones, randomOf(3))
  const parts = { seed: 7, paidBefore, changed: () => undefined }
  const badDay = new BadDay({ world, site, phones, rail, gateway, acts }, parts, kept)
  days.push(badDay)
  const isOn = (name: string) => conditions.get(name)?.isOn
  return { badDay, world, messages, rail, gateway, paid, isOn, taken }
}

/** A whole day in a moment. */
async function live(begun: ReturnType<typeof start>, seed = 3) {
  begun.badDay.start()
  begun.badDay.begin({ seed, lengthMs: 1000 })
  await expect.poll(() => begun.badDay.state.isRunning, { timeout: 10_000 }).toBe(false)
  return begun.badDay.state.planted
}

test('each thing is planted once, listed with what an operator looks for, and ended by itself', async () => {
  const begun = start()
  const planted = await live(begun)
  expect(planted.map(({ kind }) => kind).toReversed()).toEqual([...badDayKinds])
  expect(planted.filter(({ trouble }) => trouble !== undefined)).toEqual([])
  const amounts = planted.flatMap(({ amountsMinor = [] }) => amountsMinor)
  expect(new Set(amounts).size).toBe(amounts.length)
  expect(begun.paid).toEqual(['twice', 'late', 'forged'])
  expect(begun.rail.awaited.map(([, plan]) => plan)).toEqual([
    'succeedTwice',
    'neverButPay',
    'succeedUnseen',
  ])
  expect([begun.isOn('two'), begun.gateway.isDown]).toEqual([true, false])
})

test('the same seed gives the same day', async () => {
  const told = (planted: readonly Planted[]) => planted.map((each) => ({ ...each, atMs: 0 }))
  const [one, same, other] = [await live(start()), await live(start()), await live(start(), 4)]
  expect(told(same)).toEqual(told(one))
  expect(told(other)).not.toEqual(told(one))
  const at = (seed: number) => stepsOf(0, 360_000, randomOf(seed)).map(({ atMs }) => atMs)
  expect(at(3)).toEqual(at(3))
  expect(at(3)).toEqual(at(3).toSorted((a, b) => a - b))
  expect(at(3).at(-1)).toBe(360_000)
})

test('what cannot be planted says why, and the rest of the day goes on', async () => {
  const planted = await live(
    start(undefined, {
      order: () => {
        throw new Error('gateway is away')
      },
    }),
  )
  const why = (kind: string) => planted.find((each) => each.kind === kind)?.trouble
  expect(why('hookTwice')).toBe('gateway is away')
  expect(planted).toHaveLength(badDayKinds.length)
  expect(why('newWording')).toBeUndefined()
})

test('a withdrawal that a person must decide is taken back, and somebody else asks', async () => {
  const begun = start(undefined, { isReviewed: true })
  const planted = await live(begun)
  expect(begun.taken).toHaveLength(1)
  const { reference } = planted.find(({ kind }) => kind === 'paidTwice') ?? {}
  expect(`wdr_${reference?.slice(2)}`).not.toBe(begun.taken[0])
})

test('one day at a time; ended by hand, everything is on again and nothing more comes', async () => {
  const begun = start()
  const { badDay } = begun
  badDay.start()
  badDay.begin({ seed: 3, lengthMs: 3000 })
  expect(() => badDay.begin({})).toThrow('badDayRuns')
  await expect.poll(() => begun.isOn('two'), { timeout: 10_000 }).toBe(false)
  await badDay.end()
  expect([begun.isOn('two'), badDay.state.isRunning]).toEqual([true, false])
  const { length } = badDay.state.planted
  expect(length).toBeLessThan(badDayKinds.length)
  badDay.begin({ seed: 4, lengthMs: 3000 })
  expect(badDay.state.planted.length).toBeLessThan(length)
})

test('over a restart the day goes on: what is off stays off, and is on again at its end', async () => {
  const kept: KeptBadDay = {
    seed: 3,
    lengthMs: 1000,
    steps: [
      { kind: 'gatewayUp', atMs: Date.now() + 300 },
      { kind: 'phoneOn', atMs: Date.now() + 400 },
    ],
    planted: [{ kind: 'phoneOff', atMs: 1, phone: 'two' }],
    phone: 'two',
    isGatewayDown: true,
  }
  const { badDay, gateway, isOn } = start(kept)
  expect(gateway.isDown).toBe(true)
  badDay.start()
  await expect.poll(() => badDay.state.isRunning, { timeout: 5000 }).toBe(false)
  expect([gateway.isDown, isOn('two'), badDay.kept.phone]).toEqual([false, true, null])
  expect(badDay.state.planted).toHaveLength(1)
})

test('three differences move nothing together, and stand in the statement of their day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T05:00:00Z'), toFake: ['Date'] })
  const { badDay, world, messages } = start()
  const before = world.balances
  const planted = badDay.differences('yesterday')
  expect(planted.map(({ kind }) => kind)).toEqual(['dayPaidTwice', 'dayFee', 'dayLost'])
  const [double = 0, fee = 0, back = 0] = planted.map(({ amountsMinor = [] }) => amountsMinor[0] ?? 0)
  // Not the last payout of the day.
  expect([double, back]).toEqual([110_000, 110_000 + fee])
  expect(world.balances).toEqual(before)
  expect(messages).toHaveLength(2)
  expect(world.statement('7102264385', '2026-11-27')?.movements.map(({ direction }) => direction)).toEqual([
    'out',
    'out',
    'in',
  ])
  expect(() => badDay.differences('today')).toThrow('noPayoutOfDay')
})

test('the page offers both, and lists what was planted, folded, with where to find it', async () => {
  const begun = start()
  const say = sayer('th')
  const shown = () => {
    const state = { badDay: begun.badDay.state } as Parameters<typeof plantedList>[0]
    return {
      forms: badDayForms(state, formOf('th', say), say),
      list: plantedList(state, 'th', 'http://localhost:7100/', say),
    }
  }
  expect(shown().list).toBe('')
  expect(shown().forms).toContain('action="/form/bad-day"')
  begun.badDay.begin({ seed: 3, lengthMs: 60_000 })
  expect(shown().forms).toContain('action="/form/end-bad-day"')
  await begun.badDay.end()
  await live(begun)
  const { list } = shown()
  expect(list).toContain('<details class="planted"><summary>สิ่งที่ซ่อนไว้ และควรพบที่ไหน (16) · เลขชุด 3')
  expect(list).toContain('href="http://localhost:7100/pre-transaction/matching?tab=messages"')
  expect(list).toContain('SCB 4051187426')
})
