import { expect, it, vi } from 'vitest'
import AdminLog from '../features/activity-logs/AdminLog.tsx'
import ActivityLogs from '../features/activity-logs/ActivityLogs.tsx'
import CreditTransactions from '../features/credit-transactions/CreditTransactions.tsx'
import EmployeeList from '../features/employees/people/EmployeeList.tsx'
import RoleList from '../features/employees/roles/RoleList.tsx'
import GroupList from '../features/group-notifications/GroupList.tsx'
import MemberList from '../features/members/MemberList.tsx'
import { MoneyTab } from '../features/members/detail/MoneyTab.tsx'
import NoticeList from '../features/notifications/NoticeList.tsx'
import LinkReport from '../features/pre-transactions/matching/LinkReport.tsx'
import { listScreen, type ListComponent } from '../lib/list/list-screen.tsx'
import type { RawSearch } from '../lib/address/search.ts'
import { firstCalls } from './first-calls.ts'

// What lists ask is decided before any of them is drawn: of a page they only need that it is there.
vi.hoisted(() => {
  const hearing = { addEventListener: () => {} }
  vi.stubGlobal('addEventListener', hearing.addEventListener)
  vi.stubGlobal('document', { ...hearing, documentElement: { dataset: {} } })
})

/** What the call is asked at an address; what is not set is left out, as it is on the wire. */
const asked = (list: ListComponent<object>, raw: RawSearch = {}) =>
  JSON.parse(JSON.stringify(list.questionOf(raw, {}))) as Record<string, unknown>

it('an empty address asks for the first page of everything', () => {
  expect(asked(MemberList)).toEqual({ size: 25, sort: 'createdAt', isAscending: false })
  expect(asked(CreditTransactions)).toEqual({ size: 25 })
  expect(asked(EmployeeList)).toEqual({ size: 25 })
  expect(asked(GroupList)).toEqual({ page: 1, size: 25 })
  expect(asked(NoticeList)).toEqual({ page: 1, size: 25 })
  expect(asked(ActivityLogs)).toEqual({ size: 25 })
})

it('members: searched in the order of the match until a column is chosen', () => {
  expect(asked(MemberList, { search: 'somchai' })).toMatchObject({ sort: 'match' })
  expect(asked(MemberList, { search: 'somchai', sort: 'net' })).toMatchObject({ sort: 'net' })
  expect(asked(MemberList, { search: '' })).toMatchObject({ sort: 'createdAt' })
})

it('members: the place, the order and every filter of an address', () => {
  expect(
    asked(MemberList, {
      state: ['active', 'locked'],
      bank: 'KBANK',
      level: '7',
      tag: 'vip',
      source: 'line',
      registeredFrom: '2026-11-01',
      registeredTo: '2026-11-20',
      hasNeverDeposited: 'true',
      accountChange: 'toSettle',
      balanceMinMinor: '100',
      balanceMaxMinor: '50000',
      sort: 'net',
      isAscending: 'true',
      after: 'abc',
      before: 'def',
      size: '50',
    }),
  ).toEqual({
    state: ['active', 'locked'],
    bank: 'KBANK',
    level: 7,
    tag: 'vip',
    source: 'line',
    registeredFrom: '2026-11-01',
    registeredTo: '2026-11-20',
    hasNeverDeposited: true,
    accountChange: 'toSettle',
    balanceMinMinor: 100,
    balanceMaxMinor: 50_000,
    sort: 'net',
    isAscending: true,
    after: 'abc',
    size: 50,
  })
})

it('members: what is misspelt in an address filters nothing', () => {
  const raw = { state: ['active', 'asleep'], bank: 'NOBANK', level: '100', registeredFrom: '2026-13-01' }
  expect(asked(MemberList, { ...raw, sort: 'shoe', size: '7' })).toEqual({
    state: ['active'],
    size: 25,
    sort: 'createdAt',
    isAscending: false,
  })
})

it('credits: an amount is typed in baht and asked for in satang', () => {
  expect(asked(CreditTransactions, { amount: '1,500.37' })).toEqual({ amountMinor: 150_037, size: 25 })
  expect(asked(CreditTransactions, { amount: 'much' })).toEqual({ size: 25 })
})

it('credits: a link of the dashboard filters kind and business day; who is no member filters nothing', () => {
  const raw = { kind: ['deposit.credited', 'nonsense'], from: '2026-11-20', to: '2026-11-20' }
  expect(asked(CreditTransactions, { ...raw, memberId: 'somebody' })).toEqual({
    kind: ['deposit.credited'],
    from: '2026-11-20',
    to: '2026-11-20',
    size: 25,
  })
  expect(asked(CreditTransactions, { memberId: 'mbr_1' })).toMatchObject({ memberId: 'mbr_1' })
})

it('people and roles: what is no role, state or page in the address filters nothing', () => {
  const role = 'rol_0123456789abcdefghjkmnpqrs'
  expect(asked(EmployeeList, { roleIds: [role, 'owner'], states: 'gone', size: '7' })).toEqual({
    roleIds: [role],
    size: 25,
  })
  expect(asked(RoleList, { search: 'a', page: '100001', size: '50' })).toEqual({
    search: 'a',
    page: 1,
    size: 50,
  })
})

it('notices and groups: pages by number', () => {
  const raw = { page: '3', size: '50', isUnread: 'true', severity: 'warn', mutes: 'true' }
  expect(asked(NoticeList, raw)).toEqual({ page: 3, size: 50, isUnread: true, severity: 'warn' })
  expect(asked(NoticeList, { page: '0', isUnread: 'x', severity: 'loud' })).toEqual({ page: 1, size: 25 })
  expect(asked(GroupList, { search: 'เงิน', page: '2', open: 'grp_1' })).toEqual({
    search: 'เงิน',
    page: 2,
    size: 25,
  })
})

it('the log: what the address holds is what is asked for', () => {
  const raw = { admins: ['Manager', 'cashier'], entities: 'member', actions: ['stateSet', 'updated'] }
  const more = { results: 'refused', from: '2026-11-20', entityId: ' mbr_1 ', entry: '17' }
  const question = {
    admins: ['manager', 'cashier'],
    entities: ['member'],
    actions: ['stateSet', 'updated'],
    results: ['refused'],
    from: '2026-11-20',
    entityId: 'mbr_1',
    size: 25,
  }
  expect(asked(ActivityLogs, { ...raw, ...more })).toEqual(question)
  expect(asked(AdminLog, { ...raw, ...more })).toEqual({ ...question, isByStaff: true })
})

it('the log: user names may be typed, divided by commas; values that are none filter nothing', () => {
  expect(asked(ActivityLogs, { admins: 'cashier, manager,,cashier' })).toEqual({
    admins: ['cashier', 'manager'],
    size: 25,
  })
  expect(asked(ActivityLogs, { results: 'perhaps', from: '2026-02-31', entities: 'a b' })).toEqual({
    size: 25,
  })
})

it('a list inside a screen asks for what the screen is about, wherever the address stands', () => {
  const question = MoneyTab.questionOf({}, { memberId: 'mbr_1' })
  expect(question).toMatchObject({ memberId: 'mbr_1', size: 25 })
})

it('the page asks early for what the list of members then asks, in the same words', () => {
  const [, list, totals] = firstCalls['/member/member-management'] ?? []
  expect(JSON.stringify(list?.input)).toBe(JSON.stringify(MemberList.questionOf({}, {})))
  expect(totals?.input).toEqual({})
})

it('a filter, column or kind of paging that the call does not have does not compile', () => {
  const wrong = listScreen({
    call: 'groupNotifications.list',
    area: 'group-notifications',
    // @ts-expect-error the call answers numbered pages
    paging: 'keyset',
    filters: (filter) => [
      // @ts-expect-error the call has no such filter
      filter.text('serach'),
      // @ts-expect-error a text is no yes or no
      filter.yesNo('search'),
    ],
    columns: (column) => [
      // @ts-expect-error a name is no money
      column.money('name', 'name', 10),
      // @ts-expect-error the row has no such field
      column.text('nmae', 10),
    ],
  })
  expect(wrong).toBeTypeOf('function')
})

it('links by person: the days of the address, today where it names none', () => {
  const days = { from: '2026-11-01', to: '2026-11-20' }
  expect(asked(LinkReport, days)).toEqual(days)
  const { from, to } = asked(LinkReport, { from: 'soon' })
  expect(from).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(to).toBe(from)
})
