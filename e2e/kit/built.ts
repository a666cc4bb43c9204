import { routes, type Route } from '@khlang/contract/routes.ts'
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { call, tokenOf } from './signed-in.ts'

/**
 * The guarded screens that are built, in words of this test: a screen that comes or goes without a line
 * here fails `routes.spec.ts`. What is behind `{id}` comes from `sampleId`.
 */
export const builtPaths: readonly string[] = [
  '/dashboard',
  '/member/member-management',
  '/member/member-add',
  '/member/member-detail/{id}',
  '/member/change-password/{id}',
  '/member/change-account/{id}',
  '/pre-transaction/deposit-withdraw',
  '/pre-transaction/request',
  '/pre-transaction/matching',
  '/pre-transaction/reconcile-deposit',
  '/pre-transaction/reconcile-withdraw',
  '/pre-transaction/pre-deposit/{id}',
  '/pre-transaction/pre-withdraw/{id}',
  '/reconcile',
  '/credit-transaction',
  '/bet-report',
  '/report/total-user',
  '/report/total-daily',
  '/setting',
  '/employee/employee-management',
  '/employee/employee-add',
  '/employee/role-management',
  '/employee/role-add',
  '/employee/role-edit/{id}',
  '/employee/admin-log',
  '/payment-gateway/list',
  '/payment-gateway/setting',
  '/payment-auto/list',
  '/payment-auto/transactions/{id}',
  '/payment-auto/add',
  '/payment-auto/transfer',
  '/payment-auto/approve-transfer',
  '/device/list',
  '/device/create',
  '/device/update/{id}',
  '/website/game-provider',
  '/website/game',
  '/website/game-provider/update',
  '/website/game/update',
  '/website/game-providers',
  '/website/game-types',
  '/distributor/providers',
  '/website/core-system',
  '/activity-logs',
  '/notification/list',
  '/notification/add',
  '/group-notification/list',
  '/group-notification/add',
  '/group-notification/edit/{id}',
]

export const publicPaths: readonly string[] = ['/', '/otp', '/404']

export const guardedRoutes: readonly Route[] = routes.filter(({ requires }) => requires !== 'public')
export const isBuilt = (route: Route): boolean => builtPaths.includes(route.path)

/** The flags that open a screen, one by one: `[['memberManagement', 'isRead'], …]`. */
export function flagsOf({ requires }: Route): [resource: string, action: string][] {
  if (typeof requires === 'string') return []
  return Object.entries(requires satisfies ResourceRequires).flatMap(([resource, actions]) =>
    (actions ?? []).map((action): [string, string] => [resource, action]),
  )
}

const found = new Map<string, string>()

/** The address of a screen, with an id of something that is there: whatever was found the first time. */
export async function addressOf(path: string): Promise<string> {
  if (!path.includes('{id}')) return path
  if (!builtPaths.includes(path)) return path.replace('{id}', 'mbr_00000000000000000000000000')
  const id = found.get(path) ?? (await (samples[path] ?? sampleMemberId)())
  found.set(path, id)
  return path.replace('{id}', id)
}

/** What is behind `{id}` where it is no member. */
const samples: Readonly<Record<string, () => Promise<string>>> = {
  '/employee/role-edit/{id}': sampleRoleId,
  '/group-notification/edit/{id}': sampleGroupId,
  '/payment-auto/transactions/{id}': sampleAccountId,
  '/device/update/{id}': sampleDeviceId,
}

/** Some member's id as the console sees it. */
async function sampleMemberId(): Promise<string> {
  const token = await tokenOf('owner')
  const list = await call<{ records: { id: string }[] }>('/api/v2/member/list?size=1', undefined, token)
  return list.records[0]?.id ?? ''
}

/** The id of a role that the owner does not hold themselves. */
async function sampleRoleId(): Promise<string> {
  const list = await call<{ _id: string; roleName: string }[]>(
    '/api/v1/role/list',
    {},
    await tokenOf('owner'),
  )
  const cashier = list.find(({ roleName }) => roleName === 'Cashier')
  const { _id: id = '' } = cashier ?? {}
  return id
}

/** The id of a chat group of the owner's, made when there is none. */
async function sampleGroupId(): Promise<string> {
  const token = await tokenOf('owner')
  const name = 'ห้องตัวอย่าง'
  const list = await call<{ records: { id: string }[] }>('/api/v1/group/list', { search: name }, token)
  const group = {
    name,
    channel: 'telegram',
    target: '-1001234567890',
    events: ['deposit.large', 'withdraw.unknown'],
    credential: '123456:made-up-token',
  }
  const { id } = list.records[0] ?? (await call<{ id: string }>('/api/v1/group/create', group, token))
  return id
}

/** The id of some own bank account. */
async function sampleAccountId(): Promise<string> {
  const token = await tokenOf('owner')
  const list = await call<{ records: { id: string }[] }>('/api/v1/payment-auto/list', undefined, token)
  return list.records[0]?.id ?? ''
}

/** The id of some phone. */
async function sampleDeviceId(): Promise<string> {
  const token = await tokenOf('owner')
  const list = await call<{ records: { id: string }[] }>('/api/v1/device/list', undefined, token)
  return list.records[0]?.id ?? ''
}
