import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import type { Things } from '../../testing/world/foreign-world.ts'
import { decidePassword } from '../../testing/world/decide.ts'

/** What is asked: about things `of` others or of nobody, by somebody whose `own` things are known too. */
export type Ask = (of: Things, own: Things) => object

export interface Row {
  /** Answers that nothing the brand does may change. */
  readonly same?: readonly Ask[]
  /** Answers that are alike for what is another's and for what is nobody's. */
  readonly alike?: readonly Ask[]
  /** Refused to a seller and an agent whatever their rights: 403 `forbidden`. */
  readonly refused?: Ask
  /** About oneself alone, and why nothing else can come of it. */
  readonly own?: string
}

const reason = 'to see what happens'
const version = 1
const file = { format: 'csv' }
const place = { bank: 'KBANK', accountNo: '9876543210', accountName: 'x' }
const layout = { order: [], hidden: [], widths: {}, density: null }
const noLimits = { approvalLimitMinor: null, adjustmentPerDayMinor: null, addresses: [] }
const rights = {
  isAdmin: false,
  permission: permissionMap(() => false),
  abilities: {
    revealPii: false,
    exportData: false,
    seeOwnBalances: false,
    approvalLimitMinor: 0,
    adjustmentPerDayMinor: 0,
  },
}
const room = { channel: 'telegram', target: '-1', events: ['risk.alert'], credential: '123456:secret' }
const oneself = { own: 'one’s own session, password or second factor' }
const machine = { own: 'signed by a machine: a person has no key (tokens.test)' }

const byId =
  (kind: keyof Things['id'], more: object = {}): Ask =>
  (of) => ({ id: of.id[kind], ...more })
const nothing: Ask = () => ({})

const memberFilters: readonly Ask[] = [
  nothing,
  (of) => ({ search: of.username }),
  (of) => ({ search: of.accountNo }),
  () => ({ accountChange: 'waiting' }),
]
const queueFilters: readonly Ask[] = [
  nothing,
  () => ({ tab: 'all' }),
  (of) => ({ tab: 'all', search: of.reference }),
  (of) => ({ tab: 'all', memberId: of.id.member }),
  (of) => ({ tab: 'all', accountId: of.id.bankAccount }),
]
const creditFilters: readonly Ask[] = [nothing, (of) => ({ memberId: of.id.member })]
const betFilters: readonly Ask[] = [
  nothing,
  (of) => ({ memberId: of.id.member }),
  (of) => ({ search: of.id.bet }),
  (of) => ({ memberId: of.id.member, settledFrom: '2026-01-01' }),
]
const betGroupFilters: readonly Ask[] = [
  ...['member', 'game', 'provider', 'hour'].map((by): Ask => () => ({ by })),
  (of) => ({ by: 'hour', memberId: of.id.member }),
]
const reportFilters: readonly Ask[] = [nothing, () => ({ type: ['slot'] })]
const userFilters: readonly Ask[] = [...reportFilters, (of) => ({ search: of.username })]
const logFilters: readonly Ask[] = [
  nothing,
  (of) => ({ admins: [of.person] }),
  (of) => ({ entityId: of.id.member }),
  (of) => ({ entityId: of.username }),
]
const both = (filters: readonly Ask[]): Row => ({ same: filters, alike: filters })
const files = (filters: readonly Ask[]): Row =>
  both(
    filters.map((each): Ask => (of, own) => ({ ...each(of, own), ...file })),
  )
const byMember = (more: object = {}): Row => ({ alike: [byId('member', more)] })
const byLine = (more: object = {}): Row => ({ alike: [byId('statementLine', more)] })
const byPerson = (more: object = {}): Row => ({ alike: [byId('employee', more)] })
const typed = { amountMinor: 10_000, remark: reason }

/** Every call of the contract, but those that the contract says are of the staff (`isOfStaff`). */
export const rows: Readonly<Record<string, Row>> = {
  'auth.login': oneself,
  'auth.self': oneself,
  'auth.account': oneself,
  'auth.selfPreOtp': oneself,
  'auth.otpCreate': oneself,
  'auth.otpVerify': oneself,
  'auth.logout': oneself,
  'auth.redeem': oneself,
  'auth.touch': oneself,
  'auth.stepUp': oneself,
  'auth.sessions': { same: [nothing] },
  'auth.endSession': { alike: [byId('session')] },
  'auth.changePassword': oneself,
  'auth.recoveryCodes': oneself,
  'auth.replaceOtp': oneself,
  'auth.confirmOtp': oneself,
  'auth.recover': oneself,
  'live.events': { own: 'a stream (live.test)' },

  'dashboard.now': { same: [nothing] },
  'dashboard.day': { same: [nothing] },
  'dashboard.resumePayouts': { refused: () => ({ reason }) },
  'dashboard.menu': { same: [nothing] },
  'dashboard.restored': { same: [nothing] },
  'dashboard.releaseRestored': { refused: () => ({ reason, isRailListChecked: true }) },

  'members.list': both(memberFilters),
  'members.totals': both(memberFilters),
  'members.exportList': files(memberFilters),
  'members.get': byMember(),
  'members.checkDuplicate': { own: 'says what saving would say, and no more (below)' },
  'members.create': { own: 'a seller adds their own member, an agent none (below)' },
  'members.update': byMember({
    version,
    canLogin: false,
    canDeposit: false,
    canWithdraw: false,
    canBet: true,
    isAutoWithdraw: false,
    withdrawalMinMinor: null,
    withdrawalMaxMinor: null,
    withdrawalDayMinor: null,
    withdrawalDayCount: null,
    level: 1,
    tags: [],
    reason,
  }),
  'members.setState': byMember({ version, state: 'locked', reason }),
  'members.changePassword': byMember({ reason }),
  'members.changeAccount': byMember({ ...place, reason }),
  'members.uploadEvidence': byMember(),
  'members.accountChange': byMember(),
  'members.reveal': byMember({ reason }),
  'members.notes': byMember(),
  'members.addNote': byMember({ body: reason }),
  'members.logins': byMember(),
  'members.activity': byMember(),

  'preTransactions.accounts': { same: [nothing] },
  'preTransactions.queue': both(queueFilters),
  'preTransactions.queueTotals': both(queueFilters),
  'preTransactions.exportQueue': files(queueFilters),
  'preTransactions.queueRow': {
    alike: [
      (of) => ({ kind: 'deposit', id: of.id.deposit }),
      (of) => ({ kind: 'withdrawal', id: of.id.withdrawal }),
    ],
  },
  'preTransactions.queueRows': {
    alike: [(of) => ({ deposits: [of.id.deposit], withdrawals: [of.id.withdrawal] })],
  },
  'preTransactions.searchMember': { alike: [(of) => ({ search: of.username })] },
  'preTransactions.findMissing': {
    alike: [
      (of) => ({ memberId: of.id.member, amountMinor: 12_345 }),
      (of, own) => ({ memberId: own.id.member, amountMinor: 12_345, accountId: of.id.bankAccount }),
    ],
    same: [(_, own) => ({ memberId: own.id.member, amountMinor: 12_345 })],
  },
  'preTransactions.createPending': {
    alike: [
      (of) => ({ ...typed, memberId: of.id.member }),
      (of, own) => ({ ...typed, memberId: own.id.member, accountId: of.id.bankAccount }),
    ],
  },
  'preTransactions.readSlip': byMember(),
  'preTransactions.slip': { alike: [byId('slip')] },
  'preTransactions.slipPicture': { alike: [byId('slip')] },
  'preTransactions.checkSlip': { alike: [byId('slip')] },
  'preTransactions.slipsOfDeposit': { alike: [byId('deposit')] },
  'preTransactions.rejectDeposit': {
    alike: [byId('deposit', { version, reasonCode: 'duplicate', remark: reason })],
  },
  'preTransactions.line': byLine(),
  'preTransactions.searchMembers': {
    refused: (of) => ({ search: of.username, lineId: of.id.statementLine }),
  },
  'preTransactions.previewLink': {
    alike: [(of, own) => ({ id: of.id.statementLine, memberId: own.id.member })],
  },
  'preTransactions.link': {
    alike: [(of, own) => ({ id: of.id.statementLine, memberId: own.id.member, version })],
  },
  'preTransactions.previewTakeBack': byLine(),
  'preTransactions.previewReversal': { alike: [(of) => ({ id: of.id.deposit })] },
  'preTransactions.askReversal': { alike: [(of) => ({ id: of.id.deposit, reason })] },
  'preTransactions.undoLink': byLine({ version, reason }),
  'preTransactions.askUnlink': byLine({ version, reason }),
  'preTransactions.ignoreLine': byLine({ version, reason }),
  'preTransactions.reopenLine': byLine({ version, reason }),
  'preTransactions.internalTransfer': {
    alike: [(of) => ({ id: of.id.statementLine, oppositeId: of.id.outgoing, version })],
  },
  'preTransactions.oppositeLines': byLine(),
  'preTransactions.requests': {
    same: [nothing, (of) => ({ search: of.reference })],
    alike: [(of) => ({ search: of.reference }), (of) => ({ search: of.username })],
  },
  'preTransactions.withdrawal': {
    alike: [byId('withdrawal')],
    same: [(_, own) => ({ id: own.id.withdrawal }), (_, own) => ({ id: own.id.unknownWithdrawal })],
  },
  'preTransactions.claim': { alike: [byId('withdrawal', { isTakeover: true })] },
  'preTransactions.release': { alike: [byId('withdrawal')] },
  'preTransactions.approve': {
    alike: [
      byId('withdrawal', { version }),
      (of, own) => ({ id: own.id.withdrawal, version, accountId: of.id.payingAccount }),
    ],
  },
  'preTransactions.reject': {
    alike: [byId('withdrawal', { version, reasonCode: 'memberAsked', remarkStaff: reason })],
  },
  'preTransactions.retry': {
    alike: [
      byId('withdrawal', { version }),
      (of, own) => ({ id: own.id.withdrawal, version, accountId: of.id.payingAccount }),
    ],
  },
  'preTransactions.resolveUnknown': {
    alike: [
      (of) => ({ id: of.id.withdrawal, lineId: of.id.outgoing, version, remark: reason }),
      (of, own) => ({ id: own.id.unknownWithdrawal, lineId: of.id.outgoing, version, remark: reason }),
    ],
  },
  'preTransactions.previewDeposit': {
    alike: [(of) => ({ memberId: of.id.member, amountMinor: 12_345, kind: 'realDeposit' })],
    same: [
      (_, own) => ({ memberId: own.id.member, amountMinor: 12_345, kind: 'realDeposit' }),
      (_, own) => ({ memberId: own.id.member, amountMinor: 900_000, kind: 'goodwill' }),
    ],
  },
  'preTransactions.createDeposit': {
    alike: [
      (of) => ({
        memberId: of.id.member,
        amountMinor: 100,
        kind: 'goodwill',
        reasonCode: 'compensation',
        remarkStaff: reason,
      }),
      (of, own) => ({
        memberId: own.id.member,
        amountMinor: 100,
        kind: 'realDeposit',
        accountId: of.id.bankAccount,
        reasonCode: 'compensation',
        remarkStaff: reason,
      }),
    ],
  },
  'preTransactions.previewWithdrawal': {
    alike: [(of) => ({ memberId: of.id.member })],
    same: [(_, own) => ({ memberId: own.id.member })],
  },
  'preTransactions.createWithdrawal': { alike: [(of) => ({ ...typed, memberId: of.id.member })] },
  'preTransactions.approvals': { same: [nothing] },

  'creditTransactions.list': both(creditFilters),
  'creditTransactions.totals': both(creditFilters),
  'creditTransactions.exportList': files(creditFilters),
  'creditTransactions.journal': { alike: [byId('transfer')] },
  'creditTransactions.balanceAt': {
    alike: [(of) => ({ memberId: of.id.member, at: '2026-11-01T03:00:00.000Z' })],
  },

  'autoApi.message': machine,
  'autoApi.heartbeat': machine,
  'autoApi.answer': machine,
  'autoApi.pair': machine,
  'autoApi.webhook': machine,
  'autoApi.provider': machine,
  'autoApi.providerRoom': machine,
  'betReports.list': both(betFilters),
  'betReports.totals': both(betFilters),
  // Names of providers and games every member sees; the name of a member is for whoever sees them.
  'betReports.choices': { alike: [(of) => ({ memberId: of.id.member })] },
  'betReports.groups': both(betGroupFilters),
  'betReports.ofMember': byMember(),
  'betReports.exportList': files(betFilters),
  'betReports.archivedMonths': { same: [nothing], alike: [nothing] },
  'betReports.get': { alike: [byId('bet')] },
  'reports.daily': { same: [...reportFilters, () => ({ by: 'game' })] },
  'reports.dailyTotals': { same: [...reportFilters, () => ({ by: 'game' })] },
  'reports.users': both(userFilters),
  'reports.userTotals': both(userFilters),
  'reports.memberGames': { alike: [(of) => ({ memberId: of.id.member })] },
  'reports.asOf': both(reportFilters),
  'reports.exportDaily': { same: [(): object => ({ ...file })] },
  'reports.exportUsers': files(userFilters),
  'reports.day': { same: [nothing] },
  'reports.choices': { own: 'names of providers and games, which every member sees' },
  'memberApi.list': machine,
  'memberApi.get': machine,
  'memberApi.noteLogin': machine,
  'memberApi.createOrder': machine,
  'memberApi.getOrder': machine,
  'memberApi.games': machine,
  'memberApi.gamePicture': machine,
  'memberApi.launchGame': machine,
  'memberApi.transferGame': machine,
  'memberApi.getGameTransfer': machine,
  'memberApi.gameBalance': machine,
  'memberApi.createDeposit': machine,
  'memberApi.showSlip': machine,
  'memberApi.getDeposit': machine,
  'memberApi.createWithdrawal': machine,
  'memberApi.getWithdrawal': machine,
  'memberApi.cancelWithdrawal': machine,

  'employees.listNumbered': both([nothing, (of) => ({ username: of.person })]),
  'employees.list': both([
    nothing,
    (of) => ({ username: of.person }),
    (of) => ({ roleIds: [of.id.role] }),
    () => ({ isOnline: true }),
  ]),
  'employees.get': byPerson(),
  'employees.create': {
    refused: (of) => ({
      username: 'helper.of.mine',
      displayName: 'x',
      roleId: of.id.role,
      phone: '',
      shift: '',
      ...noLimits,
    }),
  },
  'employees.update': byPerson({
    version,
    displayName: 'x',
    phone: '',
    shift: '',
    ...noLimits,
    reason,
  }),
  'employees.setRole': {
    alike: [(of) => ({ id: of.id.employee, roleId: of.id.role, reason })],
  },
  'employees.setState': byPerson({ version, state: 'locked', reason }),
  'employees.endSessions': byPerson({ reason }),
  'employees.confirm': byPerson({ lastLink: 1, reason }),
  'employees.resetPassword': byPerson({ reason }),
  'employees.resetOtp': byPerson({ reason }),

  'roles.options': both([nothing, (of) => ({ search: of.roleName })]),
  'roles.list': both([nothing, (of) => ({ search: of.roleName })]),
  'roles.get': { alike: [byId('role')] },
  'roles.viewAs': { alike: [byId('role')] },
  'roles.create': {
    refused: (of) => ({ ...rights, roleName: 'Role of mine', description: '', clonedFrom: of.id.role }),
  },
  'roles.update': {
    alike: [byId('role', { ...rights, version, roleName: 'Role of mine', description: '', reason })],
  },

  'approvals.list': {
    same: ['toSettle', 'own', 'settled'].map((scope) => () => ({ scope })),
  },
  'approvals.count': { same: [nothing] },
  'approvals.get': { alike: [byId('approval')] },
  'approvals.reveal': { alike: [byId('approval')] },
  'approvals.evidence': { alike: [byId('approval')] },
  'approvals.decide': {
    alike: [
      byId('approval', {
        isApproved: true,
        comment: reason,
        documentHash: 'a'.repeat(64),
        password: decidePassword,
      }),
    ],
  },
  'approvals.cancel': { alike: [byId('approval', { comment: reason })] },

  'activityLogs.list': both(logFilters),
  'activityLogs.mine': { own: 'one’s own acts (activity-rows.test)' },
  'activityLogs.listEntities': { same: [nothing] },
  'activityLogs.listActions': { same: [nothing] },
  'activityLogs.chain': { same: [nothing] },
  'activityLogs.exportList': files(logFilters),

  'notifications.unread': { same: [nothing] },
  'notifications.list': { same: [nothing] },
  'notifications.create': { refused: (of) => ({ title: 'x', audience: 'roles', roleIds: [of.id.role] }) },
  'notifications.read': {
    same: [() => ({ notificationId: 'all' })],
    alike: [(of) => ({ notificationId: of.id.notification })],
  },
  'notifications.mutes': { same: [nothing] },
  'notifications.mute': { same: [() => ({ code: 'deposit.large', isMuted: true })] },

  'groupNotifications.list': { refused: nothing },
  'groupNotifications.get': { alike: [byId('group')] },
  'groupNotifications.create': { refused: () => ({ ...room, name: 'Room of mine' }) },
  'groupNotifications.update': { alike: [byId('group', { ...room, version, name: 'Room of mine' })] },
  'groupNotifications.toggleLocked': { alike: [byId('group')] },
  'groupNotifications.events': { refused: nothing },
  'groupNotifications.test': { alike: [byId('group')] },

  'listViews.list': { same: [() => ({ list: 'members' })] },
  'listViews.create': {
    refused: () => ({ list: 'members', name: 'x', scope: 'everyone', filters: {} }),
  },
  'listViews.update': {
    alike: [byId('listView', { version, name: 'x', scope: 'private', filters: {} })],
  },
  'listViews.delete': { alike: [byId('listView')] },
  'listViews.saveLayout': { same: [() => ({ list: 'queue', layout })] },

  'exports.list': { same: [nothing] },
  'exports.cancel': { alike: [byId('export')] },
  'exports.download': { alike: [byId('export')] },

  'backgroundJobs.list': { same: [nothing] },
  'backgroundJobs.cancel': { alike: [byId('backgroundJob')] },
}
