import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Call, CallTable, HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type pg from 'pg'
import type { EmployeeActor, MachineActor, StrangerActor } from '../people/actor.ts'
import type { Activity } from '../people/activity.ts'
import type { Ask } from '../approvals/ask-approval.ts'
import type { SettingsCache } from '../db/brand-settings.ts'
import type { Database, Reader, Tx } from '../db/db.ts'
import type { Live } from '../live/live.ts'
import type { CleanPicture } from '../security/pictures.ts'
import type { Secrets } from '../security/secrets.ts'
import type { SharedReads } from '../people/shared-reads.ts'
import type { KnownKeys } from './signatures.ts'
import type { Language } from '../texts.ts'

/** What every call of this process shares. */
export interface Services {
  readonly db: Database
  readonly pool: pg.Pool
  /** The same database over connections of their own: reports never keep a bank message waiting. */
  readonly machineDb: Database
  /** For the long lists, whose queries are written to have one plan whatever the values: it is kept. */
  readonly listDb: Database
  /** Of the worker of background jobs, as the role that its tables belong to; nothing else is read by it. */
  readonly jobPool: pg.Pool
  /** Who calls: asked before every call, so no list and no message keeps it waiting; plans are kept. */
  readonly sessionDb: Database
  /** For what many screens ask alike. */
  readonly reads: SharedReads
  readonly secrets: Secrets
  readonly keys: KnownKeys
  readonly settings: SettingsCache
  readonly live: Live
  readonly profile: 'sandbox' | 'production'
  readonly brand: string
  /** A folder beside the database for what must outlive a change of it: signed checkpoints. Null: none. */
  readonly evidenceDir: string | null
  /** A folder beside the database for files of lists until they are fetched. */
  readonly exportDir: string
  /** A folder beside the database for pictures that people upload, sealed. */
  readonly privateDir: string
  readonly egressAllow: readonly string[]
  /** Names this deployment answers to: nothing is sent to ourselves (safety, row 81). */
  readonly ownHosts: readonly string[]
  /** Milliseconds since 1970 by the server's clock; tests give their own. */
  readonly now: () => number
  readonly log: Log
}

export interface Log {
  readonly info: (facts: object, text: string) => void
  readonly warn: (facts: object, text: string) => void
  readonly error: (facts: object, text: string) => void
}

type ActorOf<R extends Requires> = R extends 'public'
  ? StrangerActor
  : R extends 'signature'
    ? MachineActor
    : EmployeeActor

interface BaseContext<C extends Call> {
  readonly input: HandlerInput<C>
  readonly actor: ActorOf<C['requires']>
  readonly settings: BrandSettings
  readonly services: Services
  readonly language: Language
  readonly requestId: string
  /** The idempotency key of the request, where the call asks for one. */
  readonly idempotencyKey: string | null
  /** Extra answer headers; used by sign-in for the device mark. */
  readonly setHeader: (name: string, value: string) => void
  readonly cookie: (name: string) => string | undefined
  /** Calls that answer a file: its bytes are sent once the call's transaction has committed. */
  readonly sendFile: (file: SentFile) => void
  /** Of a call that takes a picture as its body. */
  readonly picture: C extends { upload: true } ? CleanPicture : undefined
  /** Of a call that takes a bank's statement as its body: its bytes, of which nothing is read yet. */
  readonly statement: C extends { upload: 'statement' } ? Buffer : undefined
  /** Of a call that takes its body unread: the bytes and the headers as they came. */
  readonly raw: C extends { raw: true } ? RawBody : undefined
  /** Answers another status than 200, where the call has its own transactions. */
  readonly answerAs: (status: 202) => void
  /** What was prepared before the transaction; read by `prepared` alone. */
  readonly made?: unknown
}

export interface RawBody {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

export type SentFile = (
  | { readonly path: string; readonly bytes: number }
  | { readonly content: Buffer }
) & {
  /** As the browser saves it; ASCII. */
  readonly name: string
  readonly mimeType: string
}

type IsReadCall<C extends Call> = C extends { method: 'GET' } | { isRead: true } | { ownTransaction: true }
  ? true
  : false

/** Calls that change something get a transaction from the adapter. */
/** What a person does, other than to look. */
export const isAct = (call: Call): boolean => call.method !== 'GET' && !call.isRead

export const runsInTransaction = (call: Call): boolean => isAct(call) && !call.ownTransaction

/**
 * Calls that change something run in one transaction; reads and calls with transactions of their own do
 * not.
 */
export type Context<C extends Call> = BaseContext<C> &
  (IsReadCall<C> extends true
    ? { readonly db: Reader }
    : {
        readonly tx: Tx
        /** Records the act in this transaction. */
        readonly record: (activity: Activity) => Promise<void>
        /** Tells open screens, once the transaction has committed. */
        readonly announce: (topic: string, entityId: string, version?: number) => Promise<void>
      } & (ActorOf<C['requires']> extends EmployeeActor
        ? {
            /** Asks a second person for an act that one alone may not do. */
            readonly ask: Ask
          }
        : unknown))

export type Handler<C extends Call> = ((context: Context<C>) => Promise<HandlerOutput<C>>) & Preparing

/** Slow work that is done before the call's transaction begins, so that no connection waits for it. */
interface Preparing {
  readonly prepare?: (asked: never) => Promise<unknown>
  /** What runs in the transaction, as it was written. */
  readonly handle?: (context: never, made: never) => Promise<unknown>
}

/** A handler that is given what was prepared before its transaction. What fails there ends the call. */
export const prepared = <C extends Call, P>(
  prepare: (asked: BaseContext<C>) => Promise<P>,
  handle: (context: Context<C>, made: P) => Promise<HandlerOutput<C>>,
): Handler<C> =>
  Object.assign((context: Context<C>) => handle(context, context.made as P), { prepare, handle })

/** A missing or mistyped call does not compile. */
export type Handlers<T extends CallTable> = { readonly [K in keyof T]: Handler<T[K]> }
/** A handler whose call is no longer known by type; the adapter alone uses it. */
export type AnyHandler = ((context: never) => Promise<unknown>) & Preparing
