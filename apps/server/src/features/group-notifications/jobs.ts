import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import type { Progress } from '../../platform/work/vitals.ts'
import { assignNew, stepSize } from './deliver.ts'

const size = stepSize()

/** Events that no group was given yet; while a restored database is held nothing waits: nothing goes. */
async function progress({ db }: Services): Promise<readonly Progress[]> {
  if ((await heldRestore(db)) !== null) return []
  const { rows } = await sql<Progress>`
    select group_event_id as done, coalesce((select max(id) from events), 0) as newest
      from event_progress`.execute(db)
  return rows
}

export const groupWork: readonly PeriodicWork[] = [
  {
    name: 'groups',
    everyMs: 1_000,
    progress,
    run: (services, stopping) => assignNew(services, stopping, size),
  },
]
