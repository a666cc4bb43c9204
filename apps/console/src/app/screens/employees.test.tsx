// @vitest-environment happy-dom
import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { until } from '../../testing/clock.ts'
import { press, type } from '../../testing/hands.ts'
import { page } from '../../testing/money.ts'
import { goTo, inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { actsSent, type Answers } from '../../testing/wire.ts'

// Who works here: what is given to them, and by whom.

inBrowser()

type Of<N extends keyof Answers> = Extract<Answers[N], { [key: string]: unknown }>
const abilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: false,
  approvalLimitMinor: 100_050,
  adjustmentPerDayMinor: 0,
}
const agreed = { isAlone: false, checkers: ['เจ้าของ'] }
const employee: Of<'employees.get'> = {
  id: id('employee', 2),
  username: 'somchai',
  displayName: 'สมชาย',
  type: 'staff',
  state: 'active',
  roleId: id('role', 2),
  roleName: 'แคชเชียร์',
  isAdmin: false,
  isOnline: false,
  otpEnable: true,
  lastLoginAt: null,
  lastLoginAddress: null,
  createdAt: '2026-11-01T02:00:00.000Z',
  createdBy: 'วิภา',
  version: 3,
  pending: null,
  phone: '',
  shift: '',
  approvalLimitMinor: null,
  adjustmentPerDayMinor: 50_000,
  addresses: [],
  stateReason: null,
  stateAt: null,
  role: { permission: permissionMap(() => false), abilities },
  sessions: [],
  pendings: [],
  may: { change: true, lock: true, reset: true },
  standing: {
    links: [{ why: 'created', by: 'วิภา', at: '2026-11-01T02:00:00.000Z' }],
    lastLink: 5,
    same: ['wipa'],
    confirmed: null,
    confirmers: ['เจ้าของ'],
    aloneFrom: null,
    blocked: null,
  },
  second: { role: agreed, limits: agreed, otp: agreed },
}
const openPerson = async (who = person(), more: Answers = {}) => {
  await open(
    `/employee/employee-management?open=${employee.id}`,
    { 'employees.list': page(), 'employees.get': employee, 'roles.options': [], ...more },
    { who },
  )
  await expectShown('เพิ่มโดย วิภา')
  return until(() => part('dialog', /./))
}

it('a person is confirmed as of the last link that was shown, by who may change people alone', async () => {
  const reader = person({ rights: { employeeManagement: ['isRead'], roleManagement: ['isRead'] } })
  const confirms = (panel: Element) => buttons(/^ยืนยัน/, panel)
  const read = await openPerson(reader)
  expect(confirms(read)).toEqual([])
  expect(buttons(/^(เปลี่ยนตำแหน่ง|แก้ไขข้อมูล|ล็อก|อื่น ๆ)$/, read)).toEqual([])
  expect(buttons('เปิดหน้าตำแหน่งนี้', read)).toEqual([])
  const panel = await openPerson(person(), { 'employees.confirm': {} })
  expect(buttons('เปิดหน้าตำแหน่งนี้', panel)).toHaveLength(1)
  expect(wordsOf(panel)).toContain('ตามตำแหน่ง')
  expect(wordsOf(panel)).toContain('500.00')
  confirms(panel)[0]?.click()
  const sheet = await until(() => {
    const found = [...document.querySelectorAll('[role=dialog]')].at(-1)
    expect(found?.querySelector('textarea')).not.toBeNull()
    return found as Element
  })
  await type('เหตุผล', 'รู้จักตัวจริง', sheet)
  await press(/^ยืนยัน/, sheet)
  await until(() => expect(actsSent()).toHaveLength(1))
  const input = { id: employee.id, lastLink: 5, reason: 'รู้จักตัวจริง' }
  expect(actsSent()).toEqual([['employees.confirm', input]])
})

it('other limits are not asked for while some wait already', async () => {
  const pending = { id: id('approval', 1), maker: 'วิภา', isOwn: false }
  const times = { createdAt: '2026-11-23T09:00:00.000Z', expiresAt: '2026-11-24T09:00:00.000Z' }
  const limitIsOpen = async (kind: string) => {
    const pendings = [{ ...pending, ...times, kind }]
    const panel = await openPerson(person(), { 'employees.get': { ...employee, pendings } })
    await press('แก้ไขข้อมูล', panel)
    return !(await until(() => field('วงเงินอนุมัติต่อรายการ'))).disabled
  }
  expect(await limitIsOpen('otpReset')).toBe(true)
  expect(await limitIsOpen('employeeLimits')).toBe(false)
})

it('a code for a new password is told with the moment until which it holds, in Bangkok', async () => {
  const panel = await openPerson(person(), {
    'employees.resetPassword': { code: 'ABCD-1234', expiresAt: '2026-11-23T17:30:00.000Z' },
  })
  await press('อื่น ๆ', panel)
  await press('รีเซ็ตรหัสผ่าน')
  const sheet = await until(() => field('เหตุผล').closest('form') ?? document.body)
  await type('เหตุผล', 'ลืมรหัส', sheet)
  await press('รีเซ็ตรหัสผ่าน', sheet)
  await expectShown('ABCD-1234')
  await expectShown('ใช้ได้ 30 นาที ถึง 24/11/2569 00:30:00')
})

const listed: Of<'roles.list'>['records'][number] = {
  _id: id('role', 3),
  roleName: 'หัวหน้ากะ',
  description: '',
  template: null,
  isAdmin: false,
  abilities: { ...abilities, exportData: true },
  flagCount: 0,
  memberCount: 0,
  clonedFrom: null,
  updatedAt: '2026-11-01T02:00:00.000Z',
  version: 1,
  pending: null,
}
const wanted: Of<'roles.get'> = {
  ...listed,
  permission: permissionMap(() => false),
  isOwn: false,
  mayChange: true,
  second: agreed,
  members: [{ id: employee.id, username: 'somchai', displayName: 'สมชาย', state: 'active' }],
}

it('a role that goes further than the own rights says which of them are missing', async () => {
  const missing = async (exportData: boolean) => {
    const panel = await openPerson(person({ abilities: { exportData } }), {
      'roles.options': [{ _id: id('role', 3), roleName: wanted.roleName }],
      'roles.get': wanted,
    })
    await press('เปลี่ยนตำแหน่ง', panel)
    await until(() => expect(field('ตำแหน่งใหม่').textContent).toContain('หัวหน้ากะ'))
    await type('ตำแหน่งใหม่', id('role', 3))
    await expectShown('สิทธิ์ที่จะเปลี่ยน')
    expect(wordsOf(document.body)).toMatch(/ส่งออกไฟล์ ไม่มี มี/)
    return wordsOf(document.body).includes('สิทธิ์ที่คุณไม่มีคือ ส่งออกไฟล์')
  }
  expect(await missing(false)).toBe(true)
  expect(await missing(true)).toBe(false)
})

it('nobody gives what they do not hold themselves', async () => {
  const may = async (exportData: boolean) => {
    await open(
      '/employee/role-add',
      { 'roles.options': [] },
      { who: person({ abilities: { exportData } }) },
    )
    await expectShown('ความสามารถและวงเงิน')
    const labels = [...document.querySelectorAll('label')]
    const label = labels.find((one) => wordsOf(one).startsWith('ส่งออกไฟล์ '))
    return label?.querySelector('input')?.disabled === false
  }
  expect(await may(true)).toBe(true)
  expect(await may(false)).toBe(false)
})

it('a request about a person tells when it was made and until when it can be decided', async () => {
  const pending = { id: id('approval', 1), maker: 'วิภา', isOwn: false, kind: 'otpReset' }
  const times = { createdAt: '2026-11-23T09:00:00.000Z', expiresAt: '2026-11-24T17:30:00.000Z' }
  const pendings = [{ ...pending, ...times }]
  const panel = await openPerson(person(), { 'employees.get': { ...employee, pendings } })
  expect(wordsOf(panel)).toMatch(/ผู้ขอ วิภา · 1 ชม. ที่แล้ว .*คำขอหมดอายุ 25\/11\/2569 00:30:00/)
})

it('a role is read by who may read roles, and leads to its form for who may change it', async () => {
  const formWays = async (...roleManagement: ['isRead', ...'isUpdate'[]]) => {
    await open(
      `/employee/role-management?open=${id('role', 3)}`,
      {
        'roles.list': {
          records: [listed],
          currentPage: 1,
          recordPerPage: 25,
          totalPages: 1,
          totalRecords: 1,
        },
        'roles.get': wanted,
        // What a role without any right begins with.
        'distributors.list': {
          records: [],
          currentPage: 1,
          recordPerPage: 25,
          totalPages: 0,
          totalRecords: 0,
        },
        'roles.viewAs': {
          _id: id('role', 3),
          roleName: wanted.roleName,
          isAdmin: false,
          permission: permissionMap((resource) => resource === 'roleManagement'),
          abilities,
          isNarrowed: false,
        },
      },
      { who: person({ rights: { roleManagement } }) },
    )
    await expectShown('ดูระบบในมุมของตำแหน่งนี้')
    return buttons('เปิดเต็มหน้า').length
  }
  expect(await formWays('isRead', 'isUpdate')).toBe(1)
  expect(await formWays('isRead')).toBe(0)
  await expectShown('฿1,000.50 ฿0.00')
  const panel = part('dialog', /./)
  expect(wordsOf(panel)).toContain('somchai')
  expect(panel.querySelector('a[href*="employee-management"]')).toBeNull()
  // Whoever looks as a role already leaves that one first.
  await press('ดูระบบในมุมของตำแหน่งนี้')
  await until(() => expect(location.search).toBe(''))
  await goTo(`/employee/role-management?open=${id('role', 3)}`)
  await until(() => expect(wordsOf(part('dialog', /./))).toContain('หัวหน้ากะ'))
  expect(buttons('ดูระบบในมุมของตำแหน่งนี้')).toEqual([])
})

it('where nobody can confirm a person it is told from when they count as one by themselves', async () => {
  const alone = async (aloneFrom: string | null) => {
    const standing = { ...employee.standing, confirmers: [], aloneFrom }
    return wordsOf(await openPerson(person(), { 'employees.get': { ...employee, standing } }))
  }
  const itself = 'บัญชีนี้จะนับเป็นอีกคนเอง'
  expect(await alone('2026-11-24T17:30:00.000Z')).toContain(`${itself}ตั้งแต่ 25/11/2569 00:30:00`)
  expect(await alone(null)).toContain(`${itself}เมื่อครบ 24 ชั่วโมง`)
})

it('nobody is offered to look as the role that they have anyway', async () => {
  const own = id('role', 1)
  await open(`/employee/role-management?open=${own}`, {
    'roles.list': { records: [], currentPage: 1, recordPerPage: 25, totalPages: 0, totalRecords: 0 },
    'roles.get': { ...wanted, _id: own, isOwn: true },
  })
  await until(() => expect(wordsOf(part('dialog', /./))).toContain('somchai'))
  expect(buttons('ดูระบบในมุมของตำแหน่งนี้')).toEqual([])
})
