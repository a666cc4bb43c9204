import { z } from 'zod'

/** The 32 resources of the specification, in its own order. The list is complete: nothing is added. */
export const resources = [
  'dashboard',
  'memberManagement',
  'sellerManagement',
  'pretransactionDepositWithdraw',
  'pretransactionRequest',
  'pretransactionNotMatch',
  'pretransactionReconcileDeposit',
  'pretransactionReconcileWithdraw',
  'reconcile',
  'promotionManagement',
  'promotionReport',
  'refundManagement',
  'refundReport',
  'affiliateManagement',
  'affiliateReport',
  'employeeManagement',
  'adminLog',
  'roleManagement',
  'websiteAnnounce',
  'agentReport',
  'creditTransaction',
  'betReport',
  'paymentGateway',
  'paymentAuto',
  'paymentAutoTransfer',
  'providerDashboard',
  'gameManagement',
  'websiteConfigAndCoreSystem',
  'websiteBanner',
  'websiteCustomize',
  'websitePopup',
  'deviceManagement',
] as const
export type Resource = (typeof resources)[number]

export const actions = ['isRead', 'isCreate', 'isUpdate', 'isDelete'] as const
export type Action = (typeof actions)[number]

export type Flags = Record<Action, boolean>
export type PermissionMap = Record<Resource, Flags>

/**
 * Who may make a call or open a screen. A resource record names every action that is needed, all of them.
 * `public`: nobody need be known. `preOtp`: a token of either kind. `token`: a full token, the data scope
 * guards. `admin`: the admin flag. `signature`: a machine that signs its requests.
 */
export type Requires = 'public' | 'preOtp' | 'token' | 'admin' | 'signature' | ResourceRequires
export type ResourceRequires = { readonly [R in Resource]?: readonly [Action, ...Action[]] }

export const PermissionMap = z.record(
  z.enum(resources),
  z.strictObject({
    isRead: z.boolean(),
    isCreate: z.boolean(),
    isUpdate: z.boolean(),
    isDelete: z.boolean(),
  }),
)

/** What a role may do beside the 32 × 4 map; never part of the map. `approvalLimitMinor` null = no limit. */
export const Abilities = z.strictObject({
  revealPii: z.boolean(),
  exportData: z.boolean(),
  seeOwnBalances: z.boolean(),
  approvalLimitMinor: z.int().min(0).nullable(),
  adjustmentPerDayMinor: z.int().min(0).nullable(),
})
export type Abilities = z.infer<typeof Abilities>

/** A map with every key present, each flag set by `allows` (all false when it is absent). */
export function permissionMap(
  allows: (resource: Resource, action: Action) => boolean = () => false,
): PermissionMap {
  const flags = (resource: Resource): Flags => ({
    isRead: allows(resource, 'isRead'),
    isCreate: allows(resource, 'isCreate'),
    isUpdate: allows(resource, 'isUpdate'),
    isDelete: allows(resource, 'isDelete'),
  })
  return Object.fromEntries(resources.map((resource) => [resource, flags(resource)])) as PermissionMap
}

/**
 * True when every action of every named resource is allowed. An empty action list is a mistake and throws.
 */
export function allowsAll(map: PermissionMap, requires: ResourceRequires): boolean {
  const entries = Object.entries(requires) as [Resource, readonly Action[]][]
  if (entries.length === 0) throw new Error('A requirement names at least one resource.')
  return entries.every(([resource, needed]) => {
    if (needed.length === 0) throw new Error(`The action list of ${resource} is empty.`)
    return needed.every((action) => map[resource]?.[action] === true)
  })
}
