import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import EmployeeSheet from '../features/employees/people/EmployeeSheet.tsx'
import type { EmployeeAct } from '../features/employees/people/employee-actions.ts'
import { LockSheet } from '../features/group-notifications/LockSheet.tsx'
import MemberSheet from '../features/members/MemberSheet.tsx'
import type { ConfirmProps } from '../ui/sheet/Confirm.tsx'

// What the sheets about people and groups send once they are confirmed.

const { shown, sent, said, kept, answers } = vi.hoisted(() => ({
  shown: [] as ConfirmProps[],
  sent: [] as unknown[],
  said: [] as unknown[],
  kept: {} as Record<string, unknown>,
  answers: {} as Record<string, unknown>,
}))
vi.mock('../ui/sheet/Confirm.tsx', () => ({
  Confirm: (props: ConfirmProps) => {
    shown.push(props)
    return null
  },
}))
vi.mock('../lib/call/query.ts', () => ({
  useCall: (name: string) => ({
    canSend: true,
    send: async (...all: unknown[]) => {
      sent.push([name, ...all])
      return answers[name] ?? {}
    },
  }),
}))
vi.mock('../lib/person/kept.ts', () => ({
  useKept: (name: string, initial: () => unknown) => [kept[name] ?? initial(), () => undefined],
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('../lib/alerts/notices.ts', () => ({ say: (...all: unknown[]) => void said.push(all) }))
vi.mock('../lib/call/failure.ts', () => ({
  useWorded: () => (act: () => Promise<unknown>) => act(),
  useFailure: () => String,
}))
vi.mock('../lib/person/right-words.ts', () => ({ useRoleName: () => String, useRightList: () => String }))
vi.mock('../features/employees/use-act-failure.ts', () => ({ useActFailure: () => String }))
vi.mock('../ui/kit-later.ts', () => ({}))
// Nothing of it is drawn here, and it is large.
vi.mock('@mantine/core', () => ({ Checkbox: () => null, Textarea: () => null }))

beforeEach(() => {
  sent.length = 0
  said.length = 0
  for (const name of Object.keys(kept)) Reflect.deleteProperty(kept, name)
})

function confirmOf(sheet: ReactNode) {
  shown.length = 0
  renderToStaticMarkup(sheet)
  const [props] = shown
  if (!props) throw new Error('nothing is asked for')
  return { ...props, press: () => props.onSubmit({ reason: 'เพราะ', idempotencyKey: 'key 1' }) }
}
const onClose = () => undefined
const withKey = { idempotencyKey: 'key 1' }
const person = {
  id: 'emp_1',
  version: 7,
  username: 'somchai',
  displayName: 'Somchai',
  roleName: 'Cashier',
  phone: '0812345678',
  shift: '',
  approvalLimitMinor: null,
  adjustmentPerDayMinor: 500,
  addresses: ['203.0.113.7/32'],
  pendings: [],
  second: {
    role: { isAlone: false, checkers: ['Owner'] },
    otp: { isAlone: true, checkers: [] },
    limits: { isAlone: false, checkers: [] },
  },
} as never
const onCode = vi.fn<(code: unknown) => void>()
const sheetOf = (act: EmployeeAct, of: typeof person = person) =>
  confirmOf(<EmployeeSheet act={act} person={of} onClose={onClose} onCode={onCode} />)

it('each act on a person sends that act, with its reason', async () => {
  answers['employees.resetPassword'] = { code: 'x' }
  kept['employees.setRole'] = { roleId: 'rol_9' }
  const { isDanger } = sheetOf('locked')
  expect(isDanger).toBe(true)
  expect(sheetOf('active').isDanger).toBe(false)
  const acts = ['active', 'locked', 'left', 'sessions', 'password', 'otp', 'role'] as const
  for (const act of acts) {
    const { press, reason, onCheck } = sheetOf(act)
    expect([reason?.isRequired, onCheck?.() ?? true], act).toEqual([true, true])
    await press()
  }
  const reason = { id: 'emp_1', reason: 'เพราะ' }
  const state = { ...reason, version: 7 }
  expect(sent).toEqual([
    ['employees.setState', { ...state, state: 'active' }, withKey],
    ['employees.setState', { ...state, state: 'locked' }, withKey],
    ['employees.setState', { ...state, state: 'left' }, withKey],
    ['employees.endSessions', reason, withKey],
    ['employees.resetPassword', reason, withKey],
    ['employees.resetOtp', reason, withKey],
    ['employees.setRole', { ...reason, roleId: 'rol_9' }, withKey],
  ])
  expect(onCode).toHaveBeenCalledExactlyOnceWith({ code: 'x' })
})

it('no role is set before one was chosen', async () => {
  const { onCheck, press } = sheetOf('role')
  expect(onCheck?.()).toBe(false)
  await press()
  expect(sent).toEqual([])
})

it('what is asked of a second person is not said to be done', async () => {
  kept['employees.setRole'] = { roleId: 'rol_9' }
  for (const [state, tone] of [
    ['done', 'green'],
    ['waiting', 'amber'],
  ]) {
    answers['employees.setRole'] = { state }
    await sheetOf('role').press()
    expect(said.at(-1)).toEqual([`roleSheet.${state}`, tone])
  }
  expect([sheetOf('role').submitLabel, sheetOf('otp').submitLabel]).toEqual([
    'roleSheet.ask',
    'otpSheet.submit',
  ])
  const { second } = person as { second: Record<'role' | 'otp', object> }
  const other = {
    ...(person as object),
    second: { ...second, role: second.otp, otp: second.role },
  } as never
  expect([sheetOf('role', other).submitLabel, sheetOf('otp', other).submitLabel]).toEqual([
    'roleSheet.submit',
    'otpSheet.ask',
  ])
})

it('a person is saved as typed, and only another limit says that a second person must agree', async () => {
  const { notice, press } = sheetOf('edit')
  expect(notice).toBeUndefined()
  const typed = { displayName: ' Somsak ', phone: '081-234-5678', shift: 'night', addresses: '203.0.113.7' }
  const limits = { approvalLimitMinor: 0, adjustmentPerDayMinor: 500 }
  await press()
  expect(sent).toEqual([
    [
      'employees.update',
      {
        id: 'emp_1',
        version: 7,
        displayName: 'Somchai',
        phone: '0812345678',
        shift: '',
        approvalLimitMinor: null,
        adjustmentPerDayMinor: 500,
        addresses: ['203.0.113.7'],
        reason: 'เพราะ',
      },
      withKey,
    ],
  ])
  kept['employees.update'] = { ...typed, ...limits }
  const changed = sheetOf('edit')
  expect(changed.notice).toBe('editSheet.limits second.nobody')
  expect(changed.onCheck?.()).toBe(true)
  await changed.press()
  const saved = { displayName: 'Somsak', phone: '0812345678', shift: 'night', addresses: ['203.0.113.7'] }
  expect(sent[1]).toMatchObject(['employees.update', { ...saved, ...limits }, withKey])
  kept['employees.update'] = { ...typed, approvalLimitMinor: null, adjustmentPerDayMinor: null }
  expect(sheetOf('edit').notice).toBe('editSheet.limits second.nobody')
  kept['employees.update'] = { ...typed, ...limits, addresses: '203.0.113.7/24' }
  expect(sheetOf('edit').onCheck?.()).toBe(false)
})

it('a member is suspended, locked or let in again as they are shown; a note is kept as typed', async () => {
  const member = { id: 'mbr_1', version: 3, username: 'kl1', name: 'A' } as never
  for (const act of ['suspended', 'locked', 'active'] as const) {
    const { press, reason } = confirmOf(<MemberSheet act={act} member={member} onClose={onClose} />)
    expect(reason?.isRequired).toBe(true)
    await press()
  }
  const state = { id: 'mbr_1', version: 3, reason: 'เพราะ' }
  expect(sent.splice(0)).toEqual([
    ['members.setState', { ...state, state: 'suspended' }, withKey],
    ['members.setState', { ...state, state: 'locked' }, withKey],
    ['members.setState', { ...state, state: 'active' }, withKey],
  ])
  const noteOf = () => confirmOf(<MemberSheet act="note" member={member} onClose={onClose} />)
  kept['members.addNote'] = { body: '  ', isPinned: false }
  expect(noteOf().canSubmit).toBe(false)
  kept['members.addNote'] = { body: ' โทรกลับพรุ่งนี้ ', isPinned: false }
  const { press, canSubmit } = noteOf()
  expect(canSubmit).toBe(true)
  await press()
  const note = { id: 'mbr_1', body: 'โทรกลับพรุ่งนี้', isPinned: false }
  expect(sent).toEqual([['members.addNote', note, withKey]])
})

it('a locked group is opened, an open one locked; what another did meanwhile is no success', async () => {
  const group = (isLocked: boolean) => ({ id: 'grp_1', name: 'g', channel: 'line', waiting: 2, isLocked })
  const open = (isLocked: boolean) =>
    confirmOf(<LockSheet group={group(isLocked) as never} isOpen onClose={onClose} />)
  expect([open(true), open(false)].map(({ submitLabel, isDanger }) => [submitLabel, isDanger])).toEqual([
    ['lockSheet.open.submit', false],
    ['lockSheet.lock.submit', true],
  ])
  expect([open(true).notice, open(false).notice]).toEqual([
    'lockSheet.open.effect',
    'lockSheet.lock.effect lockSheet.drops',
  ])
  answers['groupNotifications.toggleLocked'] = { isLocked: true }
  await open(false).press()
  await open(true).press()
  expect(said).toEqual([
    ['lockSheet.locked', 'green'],
    ['lockSheet.locked', 'amber'],
  ])
})
