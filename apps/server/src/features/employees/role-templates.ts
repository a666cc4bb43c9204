import {
  permissionMap,
  type Abilities,
  type Action,
  type PermissionMap,
  type Resource,
} from '@khlang/contract/kit/permissions.ts'

export interface RoleTemplate {
  readonly template: string
  readonly name: string
  readonly isAdmin: boolean
  readonly permission: PermissionMap
  readonly abilities: Abilities
}

type Grants = { readonly [R in Resource]?: string }

const letters: Readonly<Record<string, Action>> = {
  r: 'isRead',
  c: 'isCreate',
  u: 'isUpdate',
  d: 'isDelete',
}

const granted = (grants: Grants): PermissionMap =>
  permissionMap((resource, action) =>
    [...(grants[resource] ?? '')].some((letter) => letters[letter] === action),
  )

const none: Abilities = {
  revealPii: false,
  exportData: false,
  seeOwnBalances: false,
  approvalLimitMinor: 0,
  adjustmentPerDayMinor: 0,
}

// r read, c create, u update, d delete. Source: domain 4.12.
const cashier: Grants = {
  dashboard: 'r',
  memberManagement: 'rcu',
  pretransactionDepositWithdraw: 'rcu',
  pretransactionRequest: 'ru',
  pretransactionNotMatch: 'ru',
  creditTransaction: 'r',
}
const risk: Grants = {
  dashboard: 'r',
  memberManagement: 'ru',
  pretransactionDepositWithdraw: 'r',
  pretransactionRequest: 'ru',
  pretransactionNotMatch: 'r',
  pretransactionReconcileWithdraw: 'ru',
  creditTransaction: 'r',
  betReport: 'ru',
  adminLog: 'r',
  agentReport: 'r',
  promotionReport: 'r',
}
const marketing: Grants = {
  dashboard: 'r',
  memberManagement: 'r',
  promotionManagement: 'rcu',
  promotionReport: 'r',
  refundManagement: 'rcu',
  refundReport: 'r',
  affiliateManagement: 'rcu',
  affiliateReport: 'r',
  websiteAnnounce: 'rcud',
  websiteBanner: 'rcu',
  websitePopup: 'rcu',
  websiteCustomize: 'ru',
  agentReport: 'r',
  betReport: 'r',
}
const accountant: Grants = {
  dashboard: 'r',
  memberManagement: 'r',
  pretransactionDepositWithdraw: 'r',
  pretransactionReconcileDeposit: 'ru',
  pretransactionReconcileWithdraw: 'ru',
  reconcile: 'ru',
  promotionReport: 'r',
  refundReport: 'r',
  affiliateReport: 'r',
  agentReport: 'r',
  creditTransaction: 'r',
  betReport: 'r',
  paymentGateway: 'r',
  paymentAuto: 'r',
}
const support: Grants = {
  dashboard: 'r',
  memberManagement: 'ru',
  pretransactionDepositWithdraw: 'r',
  creditTransaction: 'r',
}

const all = permissionMap(() => true)
const readAll = permissionMap((_, action) => action === 'isRead')
// The manager runs the floor, its accounts and phones too, which take two; rights over people, roles and the
// platform stay with the owner.
const manager = permissionMap(
  (resource, action) =>
    !['roleManagement', 'paymentGateway', 'websiteConfigAndCoreSystem'].includes(resource) ||
    action === 'isRead',
)

/** The eight roles a new brand begins with; owners change them. Limits in satang, null = none. */
export const roleTemplates: readonly RoleTemplate[] = [
  {
    template: 'owner',
    name: 'Owner',
    isAdmin: true,
    permission: all,
    abilities: {
      revealPii: true,
      exportData: true,
      seeOwnBalances: true,
      approvalLimitMinor: null,
      adjustmentPerDayMinor: null,
    },
  },
  {
    template: 'manager',
    name: 'Manager',
    isAdmin: false,
    permission: manager,
    abilities: {
      revealPii: true,
      exportData: true,
      seeOwnBalances: true,
      approvalLimitMinor: 20_000_000,
      adjustmentPerDayMinor: 5_000_000,
    },
  },
  {
    template: 'cashier',
    name: 'Cashier',
    isAdmin: false,
    permission: granted(cashier),
    abilities: {
      ...none,
      seeOwnBalances: true,
      exportData: true,
      approvalLimitMinor: 5_000_000,
      adjustmentPerDayMinor: 500_000,
    },
  },
  {
    template: 'risk',
    name: 'Risk',
    isAdmin: false,
    permission: granted(risk),
    abilities: { ...none, revealPii: true, exportData: true, approvalLimitMinor: 20_000_000 },
  },
  {
    template: 'marketing',
    name: 'Marketing',
    isAdmin: false,
    permission: granted(marketing),
    abilities: none,
  },
  {
    template: 'accountant',
    name: 'Accountant',
    isAdmin: false,
    permission: granted(accountant),
    abilities: { ...none, exportData: true, seeOwnBalances: true },
  },
  { template: 'support', name: 'Support', isAdmin: false, permission: granted(support), abilities: none },
  {
    template: 'auditor',
    name: 'Auditor',
    isAdmin: false,
    permission: readAll,
    abilities: { ...none, exportData: true, seeOwnBalances: true },
  },
]
