import { assignNew } from '../../features/group-notifications/deliver.ts'
import type { Services } from '../../platform/call/context.ts'
import { runJobs } from '../jobs.ts'

/** Tells the groups what is new and what waited for its time, as the periodic work and the worker do. */
export async function deliverGroups(services: Services): Promise<void> {
  await assignNew(services)
  await runJobs(services)
}
