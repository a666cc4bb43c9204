import { sql } from 'kysely'
import type { EmployeeActor } from '../people/actor.ts'
import { recordActivity } from '../people/activity.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from './context.ts'
import type { Tx } from '../db/db.ts'
import { maskAccountNo, maskPhone } from '../people/masks.ts'
import { mayReveal, phoneOf, wholeNumberOf } from '../people/member-search.ts'

/** As often as numbers may be shown in clear. Source: safety.md S4. */
const searchesPerHour = 30
const hourMs = 3_600_000

/**
 * Which number each person asked for and when it was counted; of this process. The next page, the total and
 * the refreshing screen ask for the same number again and are not counted again.
 */
const counted = new Map<string, number>()
const countedMax = 10_000

const maskedOf = (digits: string) => {
  const phone = phoneOf(digits)
  return phone?.startsWith('+66') ? { phone: maskPhone(phone) } : { accountNo: maskAccountNo(digits) }
}

interface Asking {
  readonly services: Services
  readonly actor: EmployeeActor
  readonly requestId: string
  readonly input: { readonly search?: string | undefined }
  /** Where the call has a transaction, the count is part of it. */
  readonly tx?: Tx
}

/**
 * Counts a search for a whole phone or account number by somebody who sees them masked: who tries one number
 * after the other learns what the mask hides, so it is limited like a look at the number itself, and is in
 * the log. Every call that searches members calls this before it searches.
 * @throws tooManyRequests
 */
export async function countNumberSearch({ services, actor, requestId, input, tx }: Asking): Promise<void> {
  const number = wholeNumberOf(input.search)
  if (number === null || mayReveal(actor)) return
  const key = `${actor.id} ${number}`
  const isCounted = () => services.now() - (counted.get(key) ?? -hourMs) < hourMs
  const count = async (db: Tx): Promise<void> => {
    // One at a time per person, or thirty searches at once would each find the thirtieth free.
    await sql`select pg_advisory_xact_lock(hashtext(${`numberSearch:${actor.id}`}))`.execute(db)
    if (isCounted()) return
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from activity_log where actor_id = ${actor.id} and action = 'numberSearched'
         and at > clock_timestamp() - interval '1 hour'`.execute(db)
    if ((rows[0]?.n ?? 0) >= searchesPerHour) throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
    const act = { entity: 'member' as const, action: 'numberSearched', detail: maskedOf(number) }
    await recordActivity(db, actor, requestId, act)
    // A transaction of the caller may still be undone, and the row with it.
    if (tx) return
    if (counted.size >= countedMax) counted.clear()
    counted.set(key, services.now())
  }
  if (isCounted()) return
  if (tx) return count(tx)
  await services.db
    .transaction()
    .execute(count)
    .catch((cause: unknown) => {
      counted.delete(key)
      throw cause
    })
}
