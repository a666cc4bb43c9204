import type { RawBuilder } from 'kysely'
import type { Activity } from './activity.ts'
import type { EmployeeActor } from './actor.ts'
import type { SettledApproval } from './approvals.ts'
import type { Services } from './context.ts'
import type { Reader, Tx } from './db.ts'
import type { NamedFile } from './private-files.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { ResourceRequires } from '@khlang/contract/permissions.ts'

/** Of what an approved act is carried out with. */
export interface Carrying {
  readonly tx: Tx
  readonly actor: EmployeeActor
  readonly services: Services
  readonly settings: BrandSettings
  readonly requestId: string
  readonly record: (activity: Activity) => Promise<void>
  readonly announce: (topic: string, entityId: string, version?: number) => Promise<void>
}

export interface Asked {
  readonly document: unknown
  readonly before: unknown
  readonly entityId: string
}

/**
 * A kind of act that needs a second person. To add one: ask with `requestApproval`, and put its kind into
 * `app/approval-kinds.ts`; list, badge, page and settling follow.
 */
export interface ApprovalKind {
  /** The flags of the maker's call; whoever checks needs the same. */
  readonly requires: ResourceRequires
  /** What the maker must still hold when it is approved, where that is less than `requires`. */
  readonly makerNeeds?: ResourceRequires
  /** What whoever checks needs besides, where the act is settled among the work of another screen. */
  readonly alsoNeeds?: ResourceRequires
  /** How the log calls it, where that is not by the kind. */
  readonly log?: { readonly name: string }
  /** True for an actor whom the act is about: he may not settle it. Over rows of `approvals` aliased a. */
  readonly concerns?: (actor: EmployeeActor) => RawBuilder<boolean>
  /** What the second person sees: each thing that differs, masked. */
  readonly differences: (
    db: Reader,
    asked: Asked,
  ) => Promise<readonly { field: string; before: unknown; after: unknown }[]>
  /** Of those the ones that are masked, whole: for who may settle it now, and for nobody else. */
  readonly clear?: (asked: Asked) => readonly { field: string; before: unknown; after: unknown }[]
  /** The picture that proves the act, as the frozen document names it. */
  readonly evidence?: (document: unknown) => NamedFile | null
  /** The act itself, in the transaction of the approval, from the frozen document. Judges anew what may have
   * changed. */
  readonly carryOut: (carrying: Carrying, settled: SettledApproval) => Promise<void>
}

export type ApprovalKinds = Readonly<Record<string, ApprovalKind>>
