import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { assignNew, stepSize } from './deliver.ts'

const size = stepSize()

export const groupWork: readonly PeriodicWork[] = [
  { name: 'groups', everyMs: 1_000, run: (services, stopping) => assignNew(services, stopping, size) },
]
