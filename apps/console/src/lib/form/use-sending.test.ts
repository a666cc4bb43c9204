import { beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from '../drawn-hooks.fixture.ts'
import { CallError } from '../call/call.ts'
import type { FormSpec } from './form-spec.ts'
import { useAct } from './use-act.ts'
import { useForm } from './use-form.ts'
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

vi.mock('../call/failure.ts', () => ({
  useWorded: () => (act: () => Promise<unknown>) => act(),
  useFailure: () => () => null,
  WordedError: class extends Error {},
}))
vi.mock('../person/kept.ts', async () => {
  const { drawnHooks } = await import('../drawn-hooks.fixture.ts')
  return { useKept: (_: string, initial: () => unknown) => drawnHooks.useState(initial) }
})
vi.mock('react-dom', () => ({ flushSync: (run: () => void) => run() }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string[]) => key[0] }) }))
vi.mock('@mantine/form', async () => {
  const { useState } = (await import('../drawn-hooks.fixture.ts')).drawnHooks
  const useKitForm = ({ initialValues }: { initialValues: object }) => {
    const [values, setAll] = useState(initialValues)
    const [errors, setErrors] = useState<object>({})
    const setValues = (next: object | ((before: object) => object)) =>
      setAll((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }))
    return { values, errors, setValues, setErrors, clearErrors: () => setErrors({}) }
  }
  return { useForm: useKitForm }
})

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

it('an act in a sheet goes out to the letter too, though its row has moved on by being done', async () => {
  let version = 3
  const act = () => {
    const input = (reason: string) => ({ id: 'stl_1', version, reason })
    return draw(() => useAct({ call: 'preTransactions.ignoreLine', input, refreshes: [] }))
  }
  const pressed = async (reason: string) => {
    await act()
      .onSubmit({ reason, idempotencyKey: 'key of the sheet' })
      .catch(() => undefined)
    return sent.at(-1)
  }
  outcome.error = failing(0)
  await pressed('because')
  version = 4
  const first = [{ id: 'stl_1', version: 3, reason: 'because' }, 'key of the sheet']
  expect(await pressed('because')).toEqual(first)
  outcome.error = null
  expect(await pressed('another')).toEqual([{ id: 'stl_1', version: 4, reason: 'another' }, first[1]])
})

interface Draft {
  readonly withdrawalDayMinor: number | null
  readonly level: number
  readonly reason: string
}
const spec: FormSpec<'members.update', Draft> = {
  call: 'members.update',
  area: 'members',
  start: { withdrawalDayMinor: 1000, level: 1, reason: 'because' },
  input: (draft, { version }) => ({ id: 'mbr_1', version, ...draft }) as never,
  refreshes: [],
}
const formAt = (version: number, change: Partial<Draft> = {}) => {
  const stored = { version, draft: { ...spec.start, ...change } }
  const one = () => draw(() => useForm<'members.update', Draft>(spec, { stored, onDone: () => {} }))
  one()
  return one()
}

it('what others saved meanwhile comes in, what was typed stays, and their version is sent', async () => {
  outcome.error = null
  formAt(1).change({ level: 5 })
  const now = formAt(2, { withdrawalDayMinor: 500, level: 2 })
  expect(now.draft).toMatchObject({ withdrawalDayMinor: 500, level: 5 })
  await now.submit()
  expect(sent).toMatchObject([[{ version: 2, withdrawalDayMinor: 500, level: 5 }, 'key 0']])
})

it('what is typed in a form after a lost answer is what goes out', async () => {
  outcome.error = failing(0)
  await formAt(1).submit()
  expect(formAt(1).isUnsure).toBe(true)
  formAt(1).change({ reason: 'another' })
  expect(formAt(1).isUnsure).toBe(false)
  outcome.error = null
  await formAt(1).submit()
  expect(sent).toMatchObject([
    [{ reason: 'because' }, 'key 0'],
    [{ reason: 'another' }, 'key 0'],
  ])
})

it('a field whose text is no amount is not sent as an empty one', async () => {
  outcome.error = null
  formAt(1).amount('withdrawalDayMinor').onChange(null, true)
  await formAt(1).submit()
  expect(sent).toEqual([])
  formAt(1).amount('withdrawalDayMinor').onChange(null, false)
  await formAt(1).submit()
  expect(sent).toMatchObject([[{ withdrawalDayMinor: null }, 'key 0']])
})
