/** Folders of one place, in the order in which they may import each other: each those before it. */
export interface Rooms {
  readonly base: string
  readonly order: readonly string[]
  /** Rooms that even the files beside the rooms may import; what else they import is no room. */
  readonly beside?: readonly string[]
}

/** Rooms with an order; those of money on the server are named in `area-names.ts`. */
export const layoutRooms = {
  platform: {
    base: 'apps/server/src/platform',
    order: [
      'security',
      'db',
      'cluster',
      'migrations',
      'people',
      'posting',
      'live',
      'approvals',
      'call',
      'work',
      'background',
      'files',
    ],
  },
  ui: {
    base: 'apps/console/src/ui',
    order: ['figures', 'keys', 'page', 'sheet', 'form', 'table', 'filters'],
  },
  lib: {
    base: 'apps/console/src/lib',
    order: ['words', 'address', 'call', 'person', 'alerts', 'form', 'list', 'record'],
    beside: ['words'],
  },
  preTransactions: {
    base: 'apps/console/src/features/pre-transactions',
    order: [
      'rows',
      'lines',
      'line-acts',
      'decision',
      'line-actions',
      'missing',
      'taught',
      'queue',
      'rules',
      'matching',
      'requests',
      'wizard',
      'compare',
    ],
  },
  employees: { base: 'apps/console/src/features/employees', order: ['roles', 'people'] },
  groups: { base: 'apps/console/src/features/group-notifications', order: ['form'] },
  members: { base: 'apps/console/src/features/members', order: ['account', 'add', 'detail'] },
} satisfies Record<string, Rooms>
