import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { assignNew } from './deliver.ts'

export const groupWork: readonly PeriodicWork[] = [{ name: 'groups', everyMs: 1_000, run: assignNew }]
