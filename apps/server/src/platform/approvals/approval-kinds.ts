import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Activity } from '../people/activity.ts'
import type { EmployeeActor } from '../people/actor.ts'
import type { SettingsCache } from '../db/brand-settings.ts'
import type { Reader, Tx } from '../db/db.ts'
import { thingOf, type Thing } from '../db/outside-ids.ts'
import type { NamedFile } from '../security/pictures.ts'

/** What an act that was agreed to is executed with. */
export interface ExecutionContext {
  readonly tx: Tx
  /** Whoever agreed; the asker, where nobody else could. */
  readonly actor: EmployeeActor
  readonly services: { readonly now: () => number; readonly settings: SettingsCache }
  readonly settings: BrandSettings
  readonly requestId: string
  readonly record: (activity: Activity) => Promise<void>
  readonly announce: (topic: string, entityId: string, version?: number) => Promise<void>
}

/** One thing that differs: what it is, before, after. */
interface Difference {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** A request as its kind reads it: what was frozen, in today's shape. */
interface Frozen<D, B> {
  readonly document: D
  readonly before: B
  readonly about: Thing
}

/** How a request came to be agreed to. */
export interface Agreement {
  readonly id: string
  readonly makerId: string
  /** The maker's name to sign in with, for the log. */
  readonly askedBy: string
  readonly reason: string
  /** What whoever agreed said. Null where the asker is alone. */
  readonly comment: string | null
  readonly isAlone: boolean
}
export type Agreed<D, B = null> = Frozen<D, B> & Agreement

/** Whose flags count where. */
export interface ApprovalNeeds {
  /** The flags of the maker's call; whoever checks needs the same. */
  readonly requires: ResourceRequires
  /** What the maker must still hold when it is approved, where that is less than `requires`. */
  readonly makerNeeds?: ResourceRequires
  /** What whoever checks needs besides, where the act is decided among the work of another screen. */
  readonly alsoNeeds?: ResourceRequires
  /** True for an actor whom the act is about, who may not decide it. Over rows of `approvals` aliased a. */
  readonly concerns?: (actor: EmployeeActor) => RawBuilder<boolean>
}

/**
 * What the inbox tells of while a request waits. Absent: of the request, to whoever may decide it. `thing`:
 * of the thing that it is about, whose own news tell the same people, once.
 */
type WaitsInNewsOf = 'thing'

type StoredJson = Readonly<Record<string, unknown>>

interface Statement<D extends object, B extends object | null> extends ApprovalNeeds {
  /** Stored with every request: it keeps its value for ever, as do the two names of the log. */
  readonly kind: string
  /** The frozen document. The database compares it with the row that the act writes. */
  readonly document: z.ZodType<D>
  /** How the thing was before; `z.null()` where nothing of it is kept. */
  readonly before: z.ZodType<B>
  /** Brings what older versions stored into today's shape, so that an old request can still be read. */
  readonly former?: (stored: StoredJson, entityId: string) => StoredJson
  readonly formerBefore?: (stored: StoredJson) => StoredJson
  /** What the request is about, its id in either spelling. One request of a kind waits per thing. */
  readonly subject: (document: D) => { readonly entity: Thing['entity']; readonly id: string }
  /** With what was asked for in the last 24 hours it decides how many must check. */
  readonly amountMinor?: (document: D) => number | null
  readonly waitsInNewsOf?: WaitsInNewsOf
  /** How the log calls it: `asked` its asking, `name` its end; absent: by the kind. */
  readonly log?: { readonly name?: string; readonly asked?: string }
  /** What the second person sees: each thing that differs, masked. */
  readonly differences: (db: Reader, request: Frozen<D, B>) => Promise<readonly Difference[]>
  /** Of those the ones that are masked, whole: for who may decide it now, and for nobody else. */
  readonly clear?: (request: Frozen<D, B>) => readonly Difference[]
  /** The picture that proves the act, as the frozen document names it. */
  readonly evidence?: (document: D) => NamedFile | null
  /**
   * The act itself, in the transaction of the approval, from the frozen document; who is alone goes through
   * it too. Judges anew what may have changed.
   */
  readonly execute: (context: ExecutionContext, request: Agreed<D, B>) => Promise<void>
  /**
   * What becomes of the thing, in the same transaction, when another person says no or the maker takes the
   * request back. Tells open screens of the thing. Absent: nothing of it knows that it was asked for.
   */
  readonly lapse?: (context: ExecutionContext, request: Frozen<D, B> & Lapsed) => Promise<void>
}

/** Whose request ended without anybody's agreement. */
interface Lapsed {
  readonly makerId: string
}

/** A row of `approvals`, as far as its kind reads it. */
interface StoredRequest {
  readonly entity: string
  readonly entity_id: string
  readonly document: unknown
  readonly before: unknown
}

/** A request that its kind has read; what it holds is known to the kind alone. */
export interface ReadRequest {
  readonly differences: (db: Reader) => Promise<readonly Difference[]>
  /** Null where nothing of it is masked. */
  readonly clear: (() => readonly Difference[]) | null
  readonly evidence: NamedFile | null
  readonly execute: (context: ExecutionContext, agreement: Agreement) => Promise<void>
  readonly lapse: ((context: ExecutionContext, lapsed: Lapsed) => Promise<void>) | null
}

/** A kind of act that needs a second person, whatever its document. */
export interface ApprovalKind extends ApprovalNeeds {
  readonly kind: string
  readonly log: { readonly name: string; readonly asked: string }
  readonly waitsInNewsOf?: WaitsInNewsOf
  readonly read: (stored: StoredRequest) => ReadRequest
}

/** The same with its document known by type: what `context.ask` takes. */
export interface Approval<D extends object, B extends object | null = null> extends ApprovalKind {
  readonly document: z.ZodType<D>
  readonly before: z.ZodType<B>
  /** The frozen document of a stored request, in today's shape. */
  readonly frozen: (stored: StoredRequest) => Frozen<D, B>
  readonly freeze: (document: D, before: unknown) => FrozenRequest
}

/** What is written of a request. */
interface FrozenRequest {
  readonly about: Thing
  readonly document: object
  readonly before: object | null
  readonly amountMinor: number | null
  readonly request: ReadRequest
}

export type ApprovalKinds = Readonly<Record<string, ApprovalKind>>

/** The flags of whoever checks; the request keeps them, and who is alone is counted by them. */
export const checkerNeeds = ({ requires, alsoNeeds }: ApprovalNeeds): ResourceRequires => ({
  ...requires,
  ...alsoNeeds,
})

const isStoredJson = (stored: unknown): stored is StoredJson =>
  typeof stored === 'object' && stored !== null

/**
 * Says once what a kind of act is. Asking, list, badge, page and deciding follow; its row in
 * `app/approval-kinds.ts` makes it known. See docs/how-to/approval.md.
 */
export function defineApproval<D extends object, B extends object | null>(
  statement: Statement<D, B>,
): Approval<D, B> {
  const { kind, document, before, former, formerBefore, subject, amountMinor, log } = statement
  const name = log?.name ?? kind
  const frozen = (stored: StoredRequest): Frozen<D, B> => {
    const about = thingOf(stored.entity, stored.entity_id)
    const { document: was, before: wasBefore } = stored
    return {
      document: document.parse(former && isStoredJson(was) ? former(was, about.entityId) : was),
      before: before.parse(formerBefore && isStoredJson(wasBefore) ? formerBefore(wasBefore) : wasBefore),
      about,
    }
  }
  const requestOf = (read: Frozen<D, B>): ReadRequest => {
    const { clear, evidence, lapse } = statement
    return {
      differences: (db) => statement.differences(db, read),
      clear: clear ? () => clear(read) : null,
      evidence: evidence?.(read.document) ?? null,
      execute: (context, agreement) => statement.execute(context, { ...read, ...agreement }),
      lapse: lapse ? (context, lapsed) => lapse(context, { ...read, ...lapsed }) : null,
    }
  }
  return {
    ...statement,
    log: { name, asked: log?.asked ?? `${name}Asked` },
    frozen,
    read: (stored) => requestOf(frozen(stored)),
    // Parsed before it is kept, so that whatever is frozen can be read back.
    freeze: (given, givenBefore) => {
      const { entity, id } = subject(given)
      const read = {
        document: document.parse(given),
        before: before.parse(givenBefore),
        about: thingOf(entity, id),
      }
      return { ...read, amountMinor: amountMinor?.(given) ?? null, request: requestOf(read) }
    },
  }
}

/** Kinds by their stored names. @throws where one stands under another name than its own */
export function kindsByName<T extends ApprovalKinds>(kinds: T): T {
  const wrong = Object.entries(kinds).find(([name, { kind }]) => name !== kind)
  if (wrong) throw new Error(`the kind ${wrong[1].kind} stands as ${wrong[0]}`)
  return kinds
}
