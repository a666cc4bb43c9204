import type { PeriodicWork } from '../../platform/periodic.ts'
import { deliverGroups, retryGroups } from './deliver.ts'

/** A run waits for the chat services, each of which may use up the whole of its time. */
export const groupWork: readonly PeriodicWork[] = [
  { name: 'groups', everyMs: 1_000, limitMs: 300_000, run: deliverGroups },
  { name: 'groupRetries', everyMs: 1_000, limitMs: 300_000, run: retryGroups },
]
