import type { Requires } from './kit/permissions.ts'

/**
 * One screen of the console: its path, whose area it is, and what opens it. Paths as the specification
 * prints them.
 */
export interface Route {
  readonly path: `/${string}`
  readonly area: string
  readonly requires: Requires
}

/** All 91 routes of the specification. */
export const routes = [
  { path: '/', area: 'auth', requires: 'public' },
  { path: '/otp', area: 'auth', requires: 'public' },
  { path: '/404', area: 'auth', requires: 'public' },
  { path: '/dashboard', area: 'dashboard', requires: { dashboard: ['isRead'] } },
  { path: '/member/member-management', area: 'members', requires: { memberManagement: ['isRead'] } },
  { path: '/member/member-add', area: 'members', requires: { memberManagement: ['isCreate'] } },
  {
    path: '/member/member-detail/{id}',
    area: 'members',
    requires: { memberManagement: ['isRead', 'isUpdate'] },
  },
  {
    path: '/member/change-password/{id}',
    area: 'members',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
  },
  {
    path: '/member/change-account/{id}',
    area: 'members',
    requires: { memberManagement: ['isUpdate', 'isRead'] },
  },
  { path: '/seller/list', area: 'sellers', requires: { sellerManagement: ['isRead'] } },
  { path: '/seller/create', area: 'sellers', requires: { sellerManagement: ['isCreate'] } },
  { path: '/seller/update/{id}', area: 'sellers', requires: { sellerManagement: ['isUpdate', 'isRead'] } },
  { path: '/seller/report/{id}', area: 'sellers', requires: { sellerManagement: ['isRead'] } },
  { path: '/seller/daily', area: 'sellers', requires: { sellerManagement: ['isRead'] } },
  { path: '/seller/daily-report/{id}', area: 'sellers', requires: { sellerManagement: ['isRead'] } },
  { path: '/seller/user/{id}', area: 'sellers', requires: { sellerManagement: ['isRead'] } },
  {
    path: '/seller/move-user/{id}',
    area: 'sellers',
    requires: { sellerManagement: ['isRead', 'isUpdate'] },
  },
  {
    path: '/pre-transaction/deposit-withdraw',
    area: 'pre-transactions',
    requires: { pretransactionDepositWithdraw: ['isRead'] },
  },
  {
    path: '/pre-transaction/request',
    area: 'pre-transactions',
    requires: { pretransactionRequest: ['isRead'] },
  },
  {
    path: '/pre-transaction/matching',
    area: 'pre-transactions',
    requires: { pretransactionNotMatch: ['isRead'] },
  },
  {
    path: '/pre-transaction/reconcile-deposit',
    area: 'pre-transactions',
    requires: { pretransactionReconcileDeposit: ['isRead', 'isUpdate'] },
  },
  {
    path: '/pre-transaction/reconcile-withdraw',
    area: 'pre-transactions',
    requires: { pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] },
  },
  {
    path: '/pre-transaction/pre-deposit/{id}',
    area: 'pre-transactions',
    requires: { memberManagement: ['isCreate'] },
  },
  {
    path: '/pre-transaction/pre-withdraw/{id}',
    area: 'pre-transactions',
    requires: { memberManagement: ['isCreate'] },
  },
  { path: '/reconcile', area: 'reconcile', requires: { reconcile: ['isRead'] } },
  {
    path: '/promotion/promotion-add',
    area: 'promotions',
    requires: { promotionManagement: ['isCreate', 'isRead'] },
  },
  { path: '/promotion/promotion-report', area: 'promotions', requires: { promotionReport: ['isRead'] } },
  {
    path: '/promotion/promotion-management',
    area: 'promotions',
    requires: { promotionManagement: ['isRead'] },
  },
  {
    path: '/promotion/promotion-edit/{id}',
    area: 'promotions',
    requires: { promotionManagement: ['isUpdate', 'isRead'] },
  },
  { path: '/refund/refund-management', area: 'refunds', requires: { refundManagement: ['isRead'] } },
  { path: '/refund/refund-report', area: 'refunds', requires: { refundReport: ['isRead'] } },
  { path: '/refund/refund-setting', area: 'refunds', requires: { refundManagement: ['isCreate'] } },
  {
    path: '/refund/refund-setting/{id}',
    area: 'refunds',
    requires: { refundManagement: ['isUpdate', 'isRead'] },
  },
  {
    path: '/affiliate/affiliate-management',
    area: 'affiliates',
    requires: { affiliateManagement: ['isRead'] },
  },
  { path: '/affiliate/affiliate-report', area: 'affiliates', requires: { affiliateReport: ['isRead'] } },
  {
    path: '/affiliate/affiliate-setting',
    area: 'affiliates',
    requires: { affiliateManagement: ['isCreate'] },
  },
  {
    path: '/affiliate/affiliate-setting/{id}',
    area: 'affiliates',
    requires: { affiliateManagement: ['isUpdate', 'isRead'] },
  },
  { path: '/marketing/marketing-add', area: 'marketing', requires: 'token' },
  { path: '/marketing/marketing-management', area: 'marketing', requires: 'token' },
  { path: '/agent/my-agent', area: 'agents', requires: 'token' },
  { path: '/agent/agent-add', area: 'agents', requires: 'token' },
  { path: '/agent/agent-credit', area: 'agents', requires: 'token' },
  { path: '/agent/agent-management', area: 'agents', requires: 'token' },
  { path: '/agent/agent-report', area: 'agents', requires: 'token' },
  { path: '/agent/agent-report-daily', area: 'agents', requires: 'token' },
  { path: '/employee/employee-add', area: 'employees', requires: { employeeManagement: ['isCreate'] } },
  {
    path: '/employee/employee-management',
    area: 'employees',
    requires: { employeeManagement: ['isRead'] },
  },
  { path: '/employee/admin-log', area: 'activity-logs', requires: { adminLog: ['isRead'] } },
  { path: '/employee/role-add', area: 'employees', requires: { roleManagement: ['isCreate'] } },
  {
    path: '/employee/role-edit/{id}',
    area: 'employees',
    requires: { roleManagement: ['isUpdate', 'isRead'] },
  },
  { path: '/employee/role-management', area: 'employees', requires: { roleManagement: ['isRead'] } },
  {
    path: '/announcement/announcement-add',
    area: 'announcements',
    requires: { websiteAnnounce: ['isCreate', 'isRead'] },
  },
  {
    path: '/announcement/announcement-management',
    area: 'announcements',
    requires: { websiteAnnounce: ['isCreate'] },
  },
  {
    path: '/announcement/announcement-edit/{id}',
    area: 'announcements',
    requires: { websiteAnnounce: ['isRead', 'isDelete'] },
  },
  { path: '/report/total-user', area: 'reports', requires: { agentReport: ['isRead'] } },
  { path: '/report/total-daily', area: 'reports', requires: { agentReport: ['isRead'] } },
  { path: '/credit-transaction', area: 'credit-transactions', requires: { creditTransaction: ['isRead'] } },
  { path: '/bet-report', area: 'bet-reports', requires: { betReport: ['isRead'] } },
  { path: '/setting', area: 'settings', requires: 'token' },
  { path: '/payment-gateway/list', area: 'payment-gateways', requires: { paymentGateway: ['isRead'] } },
  { path: '/payment-gateway/setting', area: 'payment-gateways', requires: { paymentGateway: ['isRead'] } },
  { path: '/payment-auto/list', area: 'payment-autos', requires: { paymentAuto: ['isRead'] } },
  { path: '/payment-auto/transactions/{id}', area: 'payment-autos', requires: { paymentAuto: ['isRead'] } },
  { path: '/payment-auto/add', area: 'payment-autos', requires: { paymentAuto: ['isCreate'] } },
  {
    path: '/payment-auto/transfer',
    area: 'payment-autos',
    requires: { paymentAutoTransfer: ['isCreate'] },
  },
  {
    path: '/payment-auto/approve-transfer',
    area: 'payment-autos',
    requires: { paymentAutoTransfer: ['isUpdate'] },
  },
  { path: '/website/game-providers', area: 'website', requires: { providerDashboard: ['isRead'] } },
  { path: '/website/game-types', area: 'website', requires: { providerDashboard: ['isRead'] } },
  { path: '/website/game-provider', area: 'website', requires: { gameManagement: ['isRead'] } },
  { path: '/website/game', area: 'website', requires: { gameManagement: ['isRead'] } },
  { path: '/website/game-provider/update', area: 'website', requires: { gameManagement: ['isUpdate'] } },
  { path: '/website/game/update', area: 'website', requires: { gameManagement: ['isUpdate'] } },
  { path: '/website/core-system', area: 'website', requires: { websiteConfigAndCoreSystem: ['isRead'] } },
  {
    path: '/website/website-config',
    area: 'website',
    requires: { websiteConfigAndCoreSystem: ['isRead'] },
  },
  {
    path: '/website/config-exchange-currency',
    area: 'website',
    requires: { websiteConfigAndCoreSystem: ['isRead'] },
  },
  {
    path: '/website/config-exchange-currency/create',
    area: 'website',
    requires: { websiteConfigAndCoreSystem: ['isCreate'] },
  },
  {
    path: '/website/config-exchange-currency/update/{id}',
    area: 'website',
    requires: { websiteConfigAndCoreSystem: ['isCreate'] },
  },
  { path: '/website/website-banner', area: 'website', requires: { websiteBanner: ['isRead'] } },
  { path: '/website/website-banner-add', area: 'website', requires: { websiteBanner: ['isCreate'] } },
  { path: '/website/website-customize', area: 'website', requires: { websiteCustomize: ['isRead'] } },
  { path: '/website/website-popup', area: 'website', requires: { websitePopup: ['isRead'] } },
  { path: '/distributor/providers', area: 'distributors', requires: 'token' },
  { path: '/device/list', area: 'devices', requires: { deviceManagement: ['isRead'] } },
  { path: '/device/create', area: 'devices', requires: { deviceManagement: ['isCreate'] } },
  { path: '/device/update/{id}', area: 'devices', requires: { deviceManagement: ['isUpdate'] } },
  { path: '/notification/list', area: 'notifications', requires: 'token' },
  { path: '/notification/add', area: 'notifications', requires: 'token' },
  { path: '/group-notification/list', area: 'group-notifications', requires: 'token' },
  { path: '/group-notification/add', area: 'group-notifications', requires: 'token' },
  { path: '/group-notification/edit/{id}', area: 'group-notifications', requires: 'token' },
  { path: '/activity-logs', area: 'activity-logs', requires: { adminLog: ['isRead'] } },
] as const satisfies readonly Route[]

export type RoutePath = (typeof routes)[number]['path']
