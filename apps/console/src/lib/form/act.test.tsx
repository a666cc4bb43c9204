import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../call/call.ts'
import { useActForm } from './use-act-form.ts'
import { useAct } from './use-act.ts'

// An act in a sheet: what is sent, what is said, and when the sheet closes.

const { sent, answer, kept } = vi.hoisted(() => ({
  sent: [] as unknown[],
  answer: { thrown: null as unknown },
  kept: {} as Record<string, unknown>,
}))
vi.mock('../call/query.ts', () => ({
  useCall: (name: string) => ({
    canSend: true,
    send: async (...all: unknown[]) => {
      sent.push([name, ...all])
      if (answer.thrown !== null) throw answer.thrown
      return { ended: 2 }
    },
  }),
}))
vi.mock('../person/kept.ts', () => ({
  useKept: (name: string, initial: () => unknown) => [kept[name] ?? initial(), () => undefined],
}))
vi.mock('../call/error-text.ts', () => ({ useErrorText: () => () => 'in words' }))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string | string[]) => [key].flat()[0] }),
}))

const given = { reason: 'because', idempotencyKey: 'key 1' }
const withKey = { idempotencyKey: 'key 1' }
const onDone = vi.fn<(output: unknown) => void>()
const refusal = new CallError({ code: 'stale', message: '', status: 409 })

/** What a hook gives when it is first drawn. */
function first<T>(hook: () => T): T {
  const found: T[] = []
  const Drawn = () => {
    found.push(hook())
    return null
  }
  renderToStaticMarkup(<Drawn />)
  const [value] = found
  if (value === undefined) throw new Error('nothing was drawn')
  return value
}
const actOf = (onRefused?: (thrown: unknown) => boolean) =>
  first(() =>
    useAct({
      call: 'employees.endSessions',
      input: (reason) => ({ id: 'emp_1', reason }),
      refreshes: ['employees'],
      onDone,
      onRefused,
    }),
  )
const formOf = (onRefused?: (thrown: unknown) => boolean) =>
  first(() =>
    useActForm({
      call: 'employees.setRole',
      area: 'employees',
      start: { roleId: '' },
      input: ({ roleId }, { reason }) => ({ id: 'emp_1', roleId, reason }),
      refreshes: ['employees'],
      onDone,
      onRefused,
    }),
  )

beforeEach(() => {
  sent.length = 0
  onDone.mockClear()
  answer.thrown = null
  Reflect.deleteProperty(kept, 'employees.setRole')
})

it('is sent with its reason, under the key of its sheet, and says what came of it', async () => {
  await actOf().onSubmit(given)
  expect(sent).toEqual([['employees.endSessions', { id: 'emp_1', reason: 'because' }, withKey]])
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ ended: 2 })
})

it('with fields is not sent while one is missing, and then with them all', async () => {
  const { check, sheet } = formOf()
  expect(check()).toBe(false)
  await sheet.onSubmit(given)
  expect([sent, onDone.mock.calls]).toEqual([[], []])
  kept['employees.setRole'] = { roleId: 'rol_9' }
  await formOf().sheet.onSubmit(given)
  const input = { id: 'emp_1', roleId: 'rol_9', reason: 'because' }
  expect(sent).toEqual([['employees.setRole', input, withKey]])
  expect(onDone).toHaveBeenCalledOnce()
})

it.each([
  ['an act', (onRefused?: (thrown: unknown) => boolean) => actOf(onRefused)],
  ['an act with fields', (onRefused?: (thrown: unknown) => boolean) => formOf(onRefused).sheet],
])('%s that is refused keeps its sheet open, unless nothing is left to try', async (_, of) => {
  kept['employees.setRole'] = { roleId: 'rol_9' }
  answer.thrown = refusal
  await expect(of().onSubmit(given)).rejects.toThrow('in words')
  const heard: unknown[] = []
  const hear = (isOver: boolean) => (thrown: unknown) => {
    heard.push(thrown)
    return isOver
  }
  await expect(of(hear(false)).onSubmit(given)).rejects.toThrow('in words')
  await expect(of(hear(true)).onSubmit(given)).resolves.toBeUndefined()
  expect([heard, onDone.mock.calls]).toEqual([[refusal, refusal], []])
})
