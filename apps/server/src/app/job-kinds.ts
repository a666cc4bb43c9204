import { comparisonKind } from '../features/distributors/reports/comparison-job.ts'
import { exportKind } from '../features/exports/job-kind.ts'
import { deliveryKind } from '../features/group-notifications/job-kind.ts'
import { rereadKind, trialKind } from '../features/taught-formats/job-kinds.ts'
import type { JobKinds } from '../platform/background/job-kinds.ts'

/** Every kind of work that is done in the background. */
export const jobKinds: JobKinds = {
  export: exportKind(),
  chatDelivery: deliveryKind,
  formatTrial: trialKind,
  formatReread: rereadKind,
  reportComparison: comparisonKind,
}
