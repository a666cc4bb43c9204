import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { askService } from './ask-service.ts'
import { lockSlip, writeAnswer } from './slip-writes.ts'

const atOnce = 5

/** Asks again of slips whose bank tells of transfers only later, or of which nobody answered. */
export async function recheckSlips(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = new Date(services.now()).toISOString()
  const { rows: due } = await sql<{ id: string; payload: string; transRef: string }>`
    select id, qr_payload as payload, trans_ref as "transRef" from slips
     where next_check_at <= ${now}::timestamptz order by next_check_at limit ${sql.lit(atOnce)}`.execute(
    services.db,
  )
  for (const { id, payload, transRef } of due) {
    if (stopping?.aborted) return
    const answer = await askService(services, { payload, transRef })
    await services.db.transaction().execute(async (tx) => {
      const slip = await lockSlip(tx, id)
      if (!slip || slip.state === 'verified' || slip.nextCheckAt === null) return
      if (answer === null) await sql`update slips set next_check_at = null where id = ${id}`.execute(tx)
      else await writeAnswer(tx, slip, answer, services.now())
    })
  }
}

export const slipWork: PeriodicWork = { name: 'slips', everyMs: 5000, run: recheckSlips }
