import { words, type Asked, type Examples } from './examples.ts'

type Calls = (of: Examples) => readonly Asked[]

export const memberCalls: Calls = ({ member, monthAgo, today }) => [
  ['members.get', { id: member }],
  [
    'members.list',
    {},
    ...words.map((search) => ({ search, sort: 'match' })),
    { state: ['locked'] },
    ...['waiting', 'toSettle', 'asked'].map((accountChange) => ({ accountChange })),
  ],
  [
    'members.totals',
    {},
    { accountChange: 'waiting' },
    { balanceMinMinor: 5900 },
    { registeredFrom: monthAgo, registeredTo: today },
  ],
  [
    'members.checkDuplicate',
    {
      phone: '+66900012345',
      username: 'user777',
      bank: 'SCB',
      accountNo: '0000012345',
      firstName: 'สมชาย12',
      lastName: 'นามสกุล12',
    },
  ],
  ['members.accountChange', { id: member }],
  ['members.notes', { id: member }],
  ['members.logins', { id: member }],
  ['members.activity', { id: member }],
]

export const staffCalls: Calls = ({ clerk, role }) => [
  ['auth.self', {}],
  ['auth.account', {}],
  ['auth.sessions', {}],
  ['employees.list', {}, { username: 'clerk' }, { isOnline: true }, { states: ['active'] }],
  ['employees.listNumbered', {}],
  ['employees.get', { id: clerk }],
  ['roles.list', {}],
  ['roles.options', {}],
  ['roles.get', { id: role }],
  ['approvals.list', {}, { scope: 'own' }, { scope: 'settled' }],
  ['approvals.count', {}],
]

export const houseCalls: Calls = ({ monthAgo }) => [
  ['dashboard.now', {}],
  ['dashboard.day', {}, { on: monthAgo }],
  ['dashboard.alarms', {}],
  ['dashboard.menu', {}],
  ['dashboard.restored', {}],
  [
    'activityLogs.list',
    {},
    { entities: ['member'] },
    { actions: ['login'] },
    { results: ['refused'] },
    { isByStaff: true },
    { from: monthAgo, to: monthAgo },
    { address: '10.1.1.1' },
  ],
  ['activityLogs.mine', {}],
  ['activityLogs.listEntities', {}],
  ['activityLogs.listActions', {}],
  ['activityLogs.chain', {}],
  ['notifications.unread', {}],
  [
    'notifications.list',
    {},
    { page: 4 },
    { isUnread: true },
    { isUnread: false },
    { severity: 'critical' },
    { search: 'nothing like it' },
  ],
  ['notifications.mutes', {}],
  ['groupNotifications.list', {}],
  ['groupNotifications.events', {}],
  ['listViews.list', { list: 'members' }],
  ['exports.list', {}],
  ['backgroundJobs.list', {}],
]
