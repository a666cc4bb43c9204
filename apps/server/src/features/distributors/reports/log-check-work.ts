import { randomUUIDv7 } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { addDays, businessOn, instantsOf } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/live/live.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { walletProviders } from '../../play/transfers/wallet-providers.ts'
import { holdProvider } from '../writes.ts'
import { beginLogCheck } from './comparison-rows.ts'

/** So long after a day has ended its log is read: what was played late is told a little later. */
const restMs = 30 * 60_000
/** So long after a try that came to nothing the next one follows. */
const againHours = 6

/**
 * Providers at which members have money or had some, and of whom nothing of the day was compared: what people
 * compared and decided is not set aside by what the system finds.
 */
async function unchecked(db: Reader, ids: readonly string[], on: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${[...ids]}::uuid[]) p (id)
     where exists (select from game_transfers t where t.provider_id = p.id)
       and report_of(p.id, ${on}::date) is null
       and not exists (select from provider_reports r
         where r.provider_id = p.id and (r.state = 'comparing' or r.uploaded_by is null
           and r.uploaded_at > now() - make_interval(hours => ${againHours})))`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Has the own log of each provider that keeps wallets compared with our bets of the day before, once it is
 * over: whoever closes the day finds it done.
 */
export async function checkLogs(services: Services): Promise<void> {
  const { db, now, settings } = services
  const brand = await settings.get()
  const on = addDays(businessOn(brand, now()), -1)
  if (now() < Date.parse(instantsOf(brand, on).until) + restMs) return
  const providers = await walletProviders(db)
  const ids = await unchecked(
    db,
    providers.map(({ id }) => id),
    on,
  )
  for (const providerId of ids)
    await db.transaction().execute(async (tx) => {
      await holdProvider(tx, providerId)
      const [still] = await unchecked(tx, [providerId], on)
      if (still === undefined) return
      const id = randomUUIDv7()
      await beginLogCheck(tx, { id, providerId, fromOn: on, toOn: on, askedBy: null })
      const entityId = encodeId('providerReport', id)
      await recordActivity(tx, 'system', null, {
        entity: 'providerReport',
        entityId,
        action: 'logCheckAsked',
        detail: { provider: encodeId('gameProvider', providerId), fromOn: on, toOn: on },
      })
      await announce(tx, 'providerReport', entityId)
    })
}

export const logCheckWork: PeriodicWork = {
  name: 'logChecks',
  everyMs: 600_000,
  limitMs: 60_000,
  run: checkLogs,
}
