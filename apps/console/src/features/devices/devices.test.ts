import { describe, expect, it } from 'vitest'
import { actsOf, isLow, isSkewed, skewText, type DeviceDetail } from './device-shapes.ts'
import { pairStepOf, trustStepOf } from './edit/device-steps.ts'
import {
  draftOf,
  isSameBinding,
  namesOf,
  offeredFor,
  sendersOf,
  trustFieldErrors,
  type Binding,
} from './edit/sender-draft.ts'

const kbank = { id: 'oba_1', bank: 'KBANK', label: 'KBANK 1' }
const scb = { id: 'oba_2', bank: 'SCB', label: 'SCB 1' }
const senders: DeviceDetail['senders'] = [
  { account: kbank, source: 'sms', sender: 'KBank' },
  { account: kbank, source: 'push', sender: 'K PLUS' },
  { account: scb, source: 'sms', sender: '027777777' },
]
const pairing = (state: 'open' | 'expired' | 'taken'): DeviceDetail['pairing'] => ({
  state,
  expiresAt: '2026-11-28T00:10:00.000Z',
  by: 'Nok',
  takenAt: state === 'taken' ? '2026-11-28T00:05:00.000Z' : null,
  model: null,
  fingerprint: state === 'taken' ? 'aaaa-bbbb-cccc-dddd' : null,
})
const binding = (change: Partial<Binding>): Binding => ({
  isOn: true,
  ticked: [],
  sms: '',
  push: '',
  ...change,
})

it('a battery is low below a fifth, unless it is charged', () => {
  expect(isLow({ batteryBps: 1999, isCharging: false })).toBe(true)
  expect(isLow({ batteryBps: 1999, isCharging: null })).toBe(true)
  expect(isLow({ batteryBps: 1999, isCharging: true })).toBe(false)
  expect(isLow({ batteryBps: 2000, isCharging: false })).toBe(false)
  expect(isLow({ batteryBps: null, isCharging: false })).toBe(false)
})

it('a clock is off beyond half a minute, either way', () => {
  expect([-30_001, -30_000, 0, 30_000, 30_001, null].map(isSkewed)).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
  ])
  const reading = { language: 'en', era: 'common' } as const
  expect(skewText(-45_000, reading)).toBe('−45 s')
  expect(skewText(125_000, reading)).toBe('+2 min')
  expect(skewText(999, reading)).toBeNull()
})

it('a phone can be done with what its state allows', () => {
  expect(actsOf({ state: 'offline' })).toEqual(['pause', 'revoke'])
  expect(actsOf({ state: 'paused' })).toEqual(['resume', 'revoke'])
  expect(actsOf({ state: 'unpaired' })).toEqual(['revoke'])
  expect(actsOf({ state: 'revoked' })).toEqual([])
})

describe('the steps of a phone', () => {
  const fresh = { fingerprint: null, pairing: null, isTrustAsked: false }
  const heard = { ...fresh, fingerprint: '1111-2222-3333-4444' }

  it('pairing goes from nothing by a code to a key', () => {
    expect(pairStepOf(fresh)).toBe('todo')
    expect(pairStepOf({ ...fresh, pairing: pairing('open') })).toBe('open')
    expect(pairStepOf({ ...fresh, pairing: pairing('expired') })).toBe('expired')
    expect(pairStepOf({ ...fresh, pairing: pairing('taken') })).toBe('taken')
    expect(pairStepOf(heard)).toBe('done')
  })

  it('a code that ran out takes nothing from a phone that is heard', () => {
    expect(pairStepOf({ ...heard, pairing: pairing('expired') })).toBe('done')
    expect(pairStepOf({ ...heard, pairing: pairing('open') })).toBe('open')
  })

  it('a second person is asked once there is a key, and again when anything changes', () => {
    expect(trustStepOf(fresh, false)).toBe('pairFirst')
    expect(trustStepOf({ ...fresh, pairing: pairing('open') }, false)).toBe('pairFirst')
    expect(trustStepOf({ ...fresh, pairing: pairing('taken') }, true)).toBe('ask')
    expect(trustStepOf({ ...heard, isTrustAsked: true }, false)).toBe('waiting')
    expect(trustStepOf(heard, true)).toBe('done')
    expect(trustStepOf(heard, false)).toBe('ask')
    expect(trustStepOf({ ...heard, pairing: pairing('taken') }, true)).toBe('ask')
  })
})

describe('the names of an account', () => {
  it('what a phone has comes back as it was', () => {
    const draft = draftOf({ senders })
    expect(sendersOf(draft)).toEqual(
      senders.map(({ account, source, sender }) => ({ accountId: account.id, source, sender })),
    )
    expect(isSameBinding(draft, draftOf({ senders: senders.toReversed() }))).toBe(true)
  })

  it('a name that wrote stands first, then the usual ones; each once, and none of another bank', () => {
    const known = (...names: string[]) => names.map((sender, at) => ({ sender, isUsual: at === 0 }))
    const account = { id: 'oba_1', bank: 'KBANK', known: known('KBANK', 'KPLUS', '028888888') }
    const strangers = ['kplus', 'Krungthai'].map((sender) => ({
      source: 'sms' as const,
      sender,
      count: 2,
      lastAt: '2026-11-24T10:00:00.000Z',
    }))
    const other = { bank: 'KTB', known: known('Krungthai', 'KTB') }
    const offered = offeredFor(account, { senders, strangers }, [account, other])
    expect(
      offered.map((each) => `${each.source} ${each.sender} ${each.wroteCount} ${each.isUsual}`),
    ).toEqual(['sms kplus 2 false', 'sms KBank 0 true', 'sms 028888888 0 false', 'push K PLUS 0 false'])
  })

  it('typed names go along trimmed, and none of an account that is off', () => {
    const typed = binding({ ticked: [{ source: 'sms', sender: 'SCB' }], sms: ' scb ', push: 'SCB EASY ' })
    expect(namesOf(typed)).toEqual([
      { source: 'sms', sender: 'scb' },
      { source: 'push', sender: 'SCB EASY' },
    ])
    expect(namesOf({ ...typed, isOn: false })).toEqual([])
  })

  it('an account without a name is said under it, and too many names above all', () => {
    const accounts = { oba_1: binding({}), oba_2: binding({ isOn: false }) }
    expect(trustFieldErrors({ accounts, reason: '' })).toEqual({ 'accounts.oba_1': 'fieldError.noSender' })
    const ticked = Array.from({ length: 61 }, (_, n) => ({ source: 'sms' as const, sender: `S${n}` }))
    expect(trustFieldErrors({ accounts: { oba_1: binding({ ticked }) }, reason: '' })).toEqual({
      accounts: 'fieldError.tooManySenders',
    })
  })
})
