import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/people/activity.ts'
import type { Services } from '../../platform/call/context.ts'
import { announce } from '../../platform/live/live.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'

/**
 * Notes which accounts count as persons of their own although nobody confirmed them: where nobody else could
 * (an owner who hired everybody), a day after the authenticator and the notice to all administrators.
 */
export const ripenAccounts = ({ db }: Pick<Services, 'db'>): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select ripen_accounts() as id`.execute(tx)
    for (const { id } of rows) {
      const entityId = encodeId('employee', id)
      await recordActivity(tx, 'system', null, {
        entity: 'employee',
        entityId,
        action: 'accountStandsAlone',
      })
      await announce(tx, 'employee', entityId)
    }
    return rows.length
  })

export const peopleWork: PeriodicWork = {
  name: 'people',
  everyMs: 60_000,
  run: async (services) => {
    await ripenAccounts(services)
  },
}
