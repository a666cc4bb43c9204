import { beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from '../drawn-hooks.fixture.ts'
import { CallError } from '../call/call.ts'
import { useSending } from './use-sending.ts'

// What goes out, and under which key, when an answer is lost and the form is sent once more.

vi.mock('react', async () => (await import('../drawn-hooks.fixture.ts')).drawnHooks)
const { sent, outcome } = vi.hoisted(() => ({
  sent: [] as [unknown, string][],
  outcome: { error: null as unknown, keys: 0 },
}))
vi.mock('../call/call.ts', () => ({
  CallError: class extends Error {
    readonly status: number
    constructor(status: number) {
      super(`${status}`)
      this.status = status
    }
  },
}))
vi.mock('../call/query.ts', () => ({
  useCall: () => ({
    canSend: true,
    isSending: false,
    send: async (input: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
      sent.push([input, idempotencyKey])
      if (outcome.error !== null) throw outcome.error
      return {}
    },
  }),
}))
vi.mock('../person/idempotency.ts', () => ({
  useIdempotencyKey: () => ({ key: `key ${outcome.keys}`, renew: () => void (outcome.keys += 1) }),
}))

const failing = (status: number): CallError =>
  new (CallError as unknown as new (of: number) => CallError)(status)
const form = () => draw(() => useSending('approvals.decide', 'settle', []))
type Typed = Parameters<ReturnType<typeof form>['send']>
/** Presses a button of the form, whose answer is this failure or none. */
async function press(comment: string, more: object, error: unknown = null) {
  outcome.error = error
  const typed = { id: 'apr_1', comment } as Typed[0]
  await form()
    .send(typed, more)
    .catch(() => undefined)
  return sent.at(-1)
}

beforeEach(() => {
  leave()
  sent.length = 0
  outcome.keys = 0
})
const approved = { isApproved: true }
const rejected = { isApproved: false }

it.each([0, 500, 503])(
  'an answer lost by %i: the same goes out to the letter, under the same key',
  async (status) => {
    await press('a', approved, failing(status))
    expect(form().isUnsure).toBe(true)
    expect(await press('b', approved)).toEqual([{ id: 'apr_1', comment: 'a', isApproved: true }, 'key 0'])
    expect(form().isUnsure).toBe(false)
    // What was answered is over: the next is another.
    expect(await press('b', approved)).toEqual([{ id: 'apr_1', comment: 'b', isApproved: true }, 'key 1'])
  },
)

it('the other button sends its own answer, and never the one before', async () => {
  await press('a', approved, failing(0))
  expect(await press('a', rejected)).toEqual([{ id: 'apr_1', comment: 'a', isApproved: false }, 'key 0'])
})

it('what was refused, or is typed anew, goes out as it stands now', async () => {
  await press('a', approved, failing(422))
  expect(form().isUnsure).toBe(false)
  expect(await press('b', approved, failing(0))).toEqual([
    { id: 'apr_1', comment: 'b', isApproved: true },
    'key 0',
  ])
  form().forget()
  expect((await press('c', approved))?.[0]).toEqual({ id: 'apr_1', comment: 'c', isApproved: true })
})
