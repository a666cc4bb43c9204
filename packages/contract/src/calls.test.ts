import { describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import type { Call, CallTable } from './define.ts'
import { errorStatus } from './errors.ts'
import { actions, resources } from './permissions.ts'

const all = (Object.entries(calls) as [string, CallTable][]).flatMap(([area, table]) =>
  Object.entries(table).map(([name, call]) => [`${area}.${name}`, call] as const),
)
const where = (test_: (call: Call) => boolean): string[] =>
  all.filter(([, call]) => test_(call)).map(([name]) => name)
const paramsOf = (call: Call): string[] =>
  [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const words = new Set(['public', 'preOtp', 'token', 'admin', 'signature'])

describe('every call', () => {
  test.each(all)('%s says who may make it', (_, call) => {
    if (typeof call.requires === 'string') {
      expect(words).toContain(call.requires)
      return
    }
    const entries = Object.entries(call.requires)
    expect(entries.length).toBeGreaterThan(0)
    for (const [resource, needed] of entries) {
      expect(resources).toContain(resource)
      expect(needed.length).toBeGreaterThan(0)
      for (const action of needed) expect(actions).toContain(action)
    }
  })

  test.each(all)(
    '%s has a closed input with its path parameters, and refuses what it does not know',
    (_, call) => {
      expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(paramsOf(call)))
      for (const key of ['roleId', 'isAdmin', 'constructor', 'madeUp']) {
        if (Object.hasOwn(call.input.shape, key)) continue
        const result = call.input.safeParse({ [key]: 'x' })
        const codes = result.error?.issues.map((issue) => issue.code) ?? []
        expect(codes, key).toContain('unrecognized_keys')
      }
    },
  )

  test.each(all)('%s lives on the surface of its callers', (_, call) => {
    const surface = call.path.split('/')[1]
    if (call.requires === 'signature') expect(['auto', 'member']).toContain(surface)
    else expect(surface).toBe('api')
  })

  test.each(all)('%s names errors of the table, each once, and a summary in words', (_, call) => {
    for (const code of call.errors ?? []) expect(Object.keys(errorStatus)).toContain(code)
    expect(new Set(call.errors).size).toBe((call.errors ?? []).length)
    expect(call.summary).toMatch(/^[A-Z].*\.$/s)
  })
})

describe('all calls together', () => {
  test('no two share method and path', () => {
    const places = all.map(([, call]) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })

  test('a call that moves money is idempotent', () => {
    expect(where((call) => call.money !== undefined && !call.idempotent)).toEqual([])
  })

  test('a GET changes nothing', () => {
    const hasEffect = (call: Call): boolean =>
      call.idempotent === true || call.money !== undefined || call.stepUp !== undefined
    expect(where((call) => call.method === 'GET' && hasEffect(call))).toEqual([])
  })

  test('a call that only reads has no effect either', () => {
    expect(
      where((call) => call.isRead === true && (call.idempotent === true || call.money !== undefined)),
    ).toEqual([])
  })

  test('an idempotent call runs in the transaction that keeps its answer', () => {
    expect(where((call) => call.idempotent === true && call.ownTransaction === true)).toEqual([])
  })

  test('where a token is enough, the contract says whose rows it reaches', () => {
    expect(where((call) => call.requires === 'token' && !call.scope)).toEqual([])
  })

  test('an id in the path says what it is, so that sight is checked before the body', () => {
    const isOwed = (call: Call): boolean =>
      paramsOf(call).includes('id') && call.requires !== 'signature' && call.subject === undefined
    expect(where(isOwed)).toEqual([])
  })

  test('only these can be made without a full token', () => {
    expect(where((call) => call.requires === 'public')).toEqual(['auth.login', 'auth.redeem'])
    expect(where((call) => call.requires === 'preOtp')).toEqual([
      'auth.selfPreOtp',
      'auth.otpCreate',
      'auth.otpVerify',
      'auth.logout',
      'auth.recover',
    ])
  })
})

// Every other test reads the contract itself and follows it: here a dropped flag is seen.
test('the rights of all calls are those of rights.txt (vitest -u after a meant change)', async () => {
  const rows = all.map(([name, call]) => {
    const requires = typeof call.requires === 'string' ? call.requires : JSON.stringify(call.requires)
    const marks = [
      call.money,
      call.idempotent && (call.idempotent === true ? 'idempotent' : 'idempotent when a key is given'),
      call.stepUp && `stepUp ${call.stepUp}`,
      call.scope && `scope ${call.scope}`,
      call.subject && `subject ${call.subject}`,
    ]
    return [name, `${call.method} ${call.path}`, requires, ...marks.filter(Boolean)].join(' · ')
  })
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./rights.txt')
})
