/** Areas carry one name in contract, server, console and locales (docs/ARCHITECTURE.md). */
export const areas: readonly string[] = [
  'auth',
  'dashboard',
  'members',
  'sellers',
  'pre-transactions',
  'reconcile',
  'promotions',
  'refunds',
  'affiliates',
  'marketing',
  'agents',
  'employees',
  'roles',
  'approvals',
  'activity-logs',
  'announcements',
  'reports',
  'credit-transactions',
  'bet-reports',
  'game-catalogue',
  'settings',
  'payment-gateways',
  'payment-autos',
  'website',
  'distributors',
  'devices',
  'own-transfers',
  'statement-files',
  'taught-formats',
  'notifications',
  'group-notifications',
  'list-views',
  'auto-api',
  'member-api',
  'exports',
  'background-jobs',
]

/**
 * What the area `pre-transactions` is made of on the server, a folder each. A room may import those before
 * it, their queries too; none imports one behind it, so that every arrow goes one way.
 */
export const moneyRooms: readonly string[] = [
  'play',
  'withdrawals',
  'payouts',
  'bank-lines',
  'own-transfers',
  'statement-files',
  'taught-formats',
  'slips',
  'manual-credits',
  'reversals',
  'matching',
  'queue',
  'comparison',
]

/**
 * The texts of `pre-transactions` beside what several of its rooms say: each room's own, and the checks of a
 * withdrawal, which other areas show too. A screen loads those that it shows. And the names of the brand's
 * settings, which requests and the log show, too.
 */
export const textParts: readonly string[] = [
  'pre-transactions-acts',
  'pre-transactions-checks',
  'pre-transactions-lines',
  'pre-transactions-matching',
  'pre-transactions-missing',
  'pre-transactions-queue',
  'pre-transactions-reconcile',
  'pre-transactions-slips',
  'pre-transactions-taught',
  'pre-transactions-wizard',
  'website-settings',
]
