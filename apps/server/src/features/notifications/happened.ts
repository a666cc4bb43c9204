import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { sql } from 'kysely'

/** Something that happened, found in what is stored. Ids are outside ids; nothing in it is personal. */
export interface Happened {
  readonly code: EventCode
  readonly entity: string
  readonly entityId: string
  /** Tells a second time from a repeat of the first. */
  readonly occurrence: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly amountMinor: number | null
}

/** What is older than this when it is first seen is history, and told to nobody. */
export const fresh = sql`interval '1 hour'`
