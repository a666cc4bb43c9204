import type * as client from '@khlang/contract/derived/client.ts'
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'

// What every answer means for the console, whoever asked: sign-outs, second factors, asking again.

const line = vi.hoisted(() => {
  const heard: { keydown: (event: unknown) => void } = { keydown: () => undefined }
  vi.stubGlobal('addEventListener', (_: string, listen: (event: unknown) => void) => {
    heard.keydown = listen
  })
  const answer = (): Promise<unknown> => Promise.resolve({})
  return { heard, answer, sent: [] as unknown[] }
})
vi.mock('../config.ts', () => ({ config: () => ({ bases: {} }) }))
vi.mock('../words/i18n.ts', () => ({ language: () => 'th' }))
vi.mock('./early.ts', () => ({ earlyFetch: fetch, earlyAnswer: () => undefined }))
vi.mock('@khlang/contract/derived/client.ts', async (original) => ({
  ...(await original<typeof client>()),
  createClient: () => (name: string) => {
    line.sent.push(name)
    return line.answer()
  },
}))

const { call, CallError, assertMayCall, serverText } = await import('./call.ts')
const { isAway } = await import('./connection.ts')
const { newIdempotencyKey } = await import('../person/idempotency.ts')
const { shouldRetry } = await import('./query.ts')
const { beginView, isViewing, leaveView } = await import('./role-view.ts')
const { beginSession, session } = await import('./session.ts')
const { requestStepUp, withStepUp } = await import('./step-up.ts')

const failure = (status: number, code: string, more: object = {}) =>
  new CallError({ status, code: code as never, message: 'no', ...more })
const failing = (error: Error) => {
  line.answer = async () => {
    throw error
  }
  return call('roles.options', {}).catch((thrown: unknown) => thrown)
}
const view = {
  _id: 'rol_1',
  roleName: 'Cashier',
  isAdmin: false,
  permission: permissionMap(),
  abilities: {},
  isNarrowed: false,
} as never

beforeEach(() => {
  line.answer = () => Promise.resolve({})
  line.sent.length = 0
  beginSession('first')
  leaveView()
})

describe('an answer', () => {
  it('that the token opens nothing ends the session, and no other refusal does', async () => {
    for (const [status, code] of [
      [401, 'badCredentials'],
      [401, 'badOtp'],
      [403, 'forbidden'],
      [500, 'internal'],
    ] as const)
      await failing(failure(status, code))
    expect(session.get()).toEqual({ token: 'first', isOtpDue: false })
    await failing(failure(401, 'unauthenticated'))
    expect(session.get()).toEqual({ token: null, isOtpDue: false })
  })

  it('that a code is due says so of this token', async () => {
    await failing(failure(403, 'otpRequired'))
    expect(session.get()).toEqual({ token: 'first', isOtpDue: true })
    beginSession('second')
    expect(session.get()).toEqual({ token: 'second', isOtpDue: false })
  })

  it('to a token of before means nothing to whoever signed in since', async () => {
    for (const code of ['unauthenticated', 'otpRequired']) {
      line.answer = () => {
        beginSession('second')
        return Promise.reject(failure(401, code))
      }
      beginSession('first')
      await call('roles.options', {}).catch(() => undefined)
      expect(session.get()).toEqual({ token: 'second', isOtpDue: false })
    }
  })

  it('that never came, or came from a gateway, says that the server is away, until the next', async () => {
    for (const [status, code, isGone] of [
      [0, 'offline', true],
      [502, 'internal', true],
      [504, 'internal', true],
      [503, 'unavailable', true],
      [500, 'internal', false],
      [409, 'stale', false],
    ] as const) {
      await failing(failure(status, code))
      expect(isAway(), `${status} ${code}`).toBe(isGone)
      line.answer = () => Promise.resolve({})
      await call('roles.options', {})
      expect(isAway()).toBe(false)
    }
  })

  it('is told in the server’s own words where it sent any', () => {
    const told = (status: number, code: string, message: string) =>
      serverText(new CallError({ status, code: code as never, message }))
    expect([told(409, 'stale', 'เก่า'), told(409, 'stale', ''), told(502, 'internal', 'HTTP 502')]).toEqual([
      'เก่า',
      null,
      null,
    ])
    expect([told(0, 'offline', 'TypeError'), serverText(new Error('x'))]).toEqual([null, null])
  })
})

describe('while somebody looks as a role', () => {
  it('nothing is changed: reads go out, and what the own session needs', async () => {
    beginView(view)
    const may = (name: Parameters<typeof assertMayCall>[0]): boolean => {
      try {
        assertMayCall(name)
        return true
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'viewOnly', status: 403 })
        return false
      }
    }
    for (const name of ['members.list', 'preTransactions.queueRows', 'auth.touch', 'auth.logout'] as const)
      expect(may(name), name).toBe(true)
    for (const name of [
      'preTransactions.approve',
      'roles.update',
      'auth.stepUp',
      'listViews.create',
    ] as const)
      expect(may(name), name).toBe(false)
    await expect(call('preTransactions.approve', {} as never)).rejects.toMatchObject({ code: 'viewOnly' })
    expect(line.sent).toEqual([])
  })

  it('the view ends with the session', () => {
    beginView(view)
    beginSession('first')
    expect(isViewing()).toBe(true)
    beginSession('second')
    expect(isViewing()).toBe(false)
  })
})

describe('a call is made again', () => {
  it('three times at most, after silence or a busy server alone', () => {
    const statuses = [0, 502, 503, 504, 500, 401, 403, 404, 409, 422, 429]
    expect(statuses.filter((status) => shouldRetry(0, failure(status, 'internal')))).toEqual([
      0, 502, 503, 504,
    ])
    expect([2, 3].map((failures) => shouldRetry(failures, failure(0, 'offline')))).toEqual([true, false])
    expect(shouldRetry(0, new Error('x'))).toBe(false)
  })

  it('not where the second factor was refused, nor where another thing stood in the way', async () => {
    const due = failure(403, 'stepUpRequired')
    const act = vi.fn<() => Promise<void>>().mockRejectedValue(due)
    const running = withStepUp(act)
    const press = (key: string) =>
      line.heard.keydown({ key, isComposing: false, stopImmediatePropagation: () => undefined })
    await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
    const asked = requestStepUp()
    press('Enter')
    expect(await Promise.race([asked, Promise.resolve('open')])).toBe('open')
    press('Escape')
    expect(await asked).toBe(false)
    await expect(running).rejects.toBe(due)
    expect(act).toHaveBeenCalledOnce()
    const other = vi.fn<() => Promise<void>>().mockRejectedValue(failure(403, 'forbidden'))
    await expect(withStepUp(other)).rejects.toMatchObject({ code: 'forbidden' })
    expect(other).toHaveBeenCalledOnce()
  })
})

it('keys of acts are 128 bits, and no two alike', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(100)
})
