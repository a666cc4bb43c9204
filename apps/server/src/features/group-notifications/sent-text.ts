import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { adapters, fitted } from './channels.ts'
import { linesOf } from './deliver.ts'
import { mayRead } from './may-read.ts'
import * as queries from './queries.ts'

/** Of one message so many events are put into words again; the rest are counted. */
const wordedMax = 20

export const testText = (brand: string): string => `${brand}: ทดสอบการแจ้งเตือน · test message`

/**
 * The newest deliveries of a group with their texts. A text is put together as for sending, by the sentences
 * that the group has now, of the events that the reader may know of.
 */
export async function shownDeliveries(
  db: Reader,
  actor: EmployeeActor,
  { group, brand }: { group: queries.GroupRow; brand: string },
) {
  const rows = await queries.deliveriesOf(db, group.id)
  const known = await queries.eventsOf(db, [...new Set(rows.flatMap((row) => firstOf(row.eventIds)))])
  const byId = new Map(known.map((event) => [event.id, event]))
  return rows.map(({ eventIds, ...row }) => {
    const events = firstOf(eventIds).flatMap((id) => byId.get(id) ?? [])
    const readable = events.filter(({ code }) => mayRead(actor, code))
    const lines = row.isTest ? [testText(brand)] : linesOf(group, readable)
    return {
      ...row,
      eventCount: eventIds.length,
      text: lines.length === 0 ? null : fitted(lines, adapters[group.channel].textMax),
      hiddenCount: events.length - readable.length,
      unshownCount: Math.max(0, eventIds.length - wordedMax),
    }
  })
}

/** Arrays of bigint are read as texts. */
const firstOf = (ids: readonly unknown[]): number[] => ids.slice(0, wordedMax).map(Number)
