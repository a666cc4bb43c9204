import { encodeId } from '@khlang/contract/values/values.ts'
import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { permissionMap, type Abilities, type ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import type { Profile } from '../lib/person/profile.ts'
import type { Answers } from './wire.ts'

// Who looks, and what every page asks whoever looks.

/** The id of the n-th thing of a kind. */
export const id = <K extends IdKind>(kind: K, n: number) =>
  encodeId(kind, `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

interface Person {
  readonly type?: Profile['type']
  /** Absent: every right. */
  readonly rights?: ResourceRequires
  readonly abilities?: Partial<Abilities>
  readonly otpEnable?: boolean
}

const far = '2199-01-01T00:00:00.000Z'

/** A person with these rights and no others. */
export function person({ type = 'staff', rights, abilities, otpEnable = true }: Person = {}): Profile {
  const permission = permissionMap(
    (resource, action) => rights === undefined || rights[resource]?.includes(action) === true,
  )
  const role: Profile['role'] = {
    _id: id('role', 1),
    roleName: 'เจ้าหน้าที่',
    template: null,
    isAdmin: false,
    permission,
    abilities: {
      revealPii: true,
      exportData: true,
      seeOwnBalances: true,
      approvalLimitMinor: null,
      adjustmentPerDayMinor: null,
      ...abilities,
    },
  }
  return {
    id: id('employee', 1),
    username: 'malee',
    displayName: 'มาลี',
    type,
    roleName: role.roleName,
    wallet: null,
    role,
    permissions: permission,
    otpEnable,
    session: { id: id('session', 1), idleTimeoutMs: 3_600_000, expiresAt: far, stepUpUntil: far },
  }
}

/** What the frame of every screen asks for: nothing waits anywhere. */
export const frameOf = (profile: Profile): Answers => ({
  'auth.self': profile,
  'auth.touch': { idleEndsAt: far },
  'dashboard.menu': { queue: 0, requests: 0, openLines: 0, accountChanges: 0 },
  'dashboard.restored': { held: null },
  'approvals.count': { toSettle: 0, own: 0 },
  'notifications.unread': { count: 0, notifications: [] },
  'listViews.list': { views: [], layout: null, mayShare: false },
})
