// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/clock.ts'
import { page } from '../../testing/money.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id } from '../../testing/people.ts'
import { expectShown, part } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// Gateways: which one the settings open on, and an order that reads alike in its list and its drawer.

const arrival = vi.hoisted(() => Promise.withResolvers<void>())
// The drawer's part of the program is on its way until the test lets it come.
vi.mock('../../features/payment-gateways/OrderPanel.tsx', async (original) => {
  await arrival.promise
  return original()
})

inBrowser()

type Card = Extract<Answers['paymentGateways.list'], { records: unknown }>['records'][number]
const gateway = (n: number): Card => ({
  id: id('gateway', n),
  code: `pay-${n}`,
  name: `Pay ${n}`,
  adapter: 'signedHttp',
  direction: 'in',
  methods: ['promptPay'],
  state: 'active',
  isSandbox: false,
  breaker: 'closed',
  inToday: { count: 0, amountMinor: 0 },
  outToday: { count: 0, amountMinor: 0 },
  successBps: null,
  medianS: null,
  receivableMinor: null,
  overdueMinor: null,
  floatMinor: null,
  pendingCount: 0,
  peopleCount: 0,
  errorsLastHour: 0,
  lastCallbackAt: null,
  lastError: null,
  dayCapMinor: null,
  version: 1,
})
type Whole = Extract<Answers['paymentGateways.order'], { routing: unknown }>
const order: Whole = {
  id: id('gatewayOrder', 1),
  reference: 'G2611-000001',
  gateway: { id: id('gateway', 1), name: 'Pay 1' },
  member: { id: id('member', 1), username: 'kl000001' },
  method: 'promptPay',
  amountMinor: 50_000,
  feeMinor: 400,
  creditedMinor: 50_000,
  state: 'refunded',
  gatewayRef: null,
  personReason: 'refunded',
  depositId: null,
  isTakenBack: false,
  createdAt: '2026-11-23T08:00:00.000Z',
  paidAt: '2026-11-23T08:01:00.000Z',
  expiresAt: '2026-11-23T08:15:00.000Z',
  settlesOn: null,
  version: 1,
  qrPayload: null,
  payUrl: null,
  routing: [],
  events: [],
  mayTakeBack: false,
  takingBack: null,
}
const {
  qrPayload: _q,
  payUrl: _p,
  routing: _r,
  events: _e,
  mayTakeBack: _m,
  takingBack: _t,
  ...row
} = order

it('the settings open on the first gateway there is, and on a new one where it is asked for', async () => {
  const answers: Answers = {
    'paymentGateways.list': { records: [gateway(1), gateway(2)] },
    'paymentGateways.get': () => new Promise(() => {}),
  }
  await open('/payment-gateway/setting', answers)
  await until(() => expect(askedOf('paymentGateways.get')).toEqual([{ id: id('gateway', 1) }]))
  await open('/payment-gateway/setting?gateway=new', answers)
  await expectShown('ชื่อและที่อยู่')
  expect(askedOf('paymentGateways.get')).toEqual([])
  await open('/payment-gateway/setting', { 'paymentGateways.list': { records: [] } })
  await expectShown('ชื่อและที่อยู่')
})

it('a drawer has its place while it is on its way; its order stands in it as in the list', async () => {
  const look = (within: Element) => {
    const all = [...within.querySelectorAll('[data-tone]')]
    return all.find(({ textContent }) => textContent === 'คืนเงินแล้ว')?.getAttribute('data-tone')
  }
  await open(`/payment-gateway/list?tab=orders&open=${order.id}`, {
    'paymentGateways.orders': page(row),
    'paymentGateways.order': order,
  })
  await until(() => expect(document.querySelector('[data-bones]')).not.toBeNull())
  arrival.resolve()
  const drawer = await until(() => part('dialog', /G2611-000001/))
  await until(() => expect(look(drawer)).toBe('red'))
  expect(document.querySelector('[data-bones]')).toBeNull()
  expect(look(document.querySelector('table') ?? drawer)).toBe('red')
})
