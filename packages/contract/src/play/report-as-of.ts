import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { DateOn, SignedMinor } from '../values/values.ts'
import { gameFilter, periodFilter, whoseFilter } from './report-shapes.ts'

/** What a report is compared with that is asked as of a closed business day. */
export const reportAsOf = defineCalls({
  asOf: {
    method: 'GET',
    path: '/api/v2/report/as-of',
    requires: { agentReport: ['isRead'] },
    summary: 'Days that reports can be asked as of, and what changed since the one that is chosen.',
    input: z.strictObject({ ...periodFilter, ...gameFilter, ...whoseFilter }),
    output: z.strictObject({
      /** Business days that are closed, the newest first: 366 at most. */
      days: z.array(DateOn),
      /**
       * What was corrected after that day of bets that were settled in the period: it counts on the days
       * that it came. Null where no day is chosen.
       */
      since: z
        .strictObject({
          from: DateOn,
          to: DateOn,
          /** Counted to 10,000; then the sums are those of the oldest of them. */
          corrections: z.int(),
          isEstimate: z.boolean(),
          stakeMinor: SignedMinor,
          companyMinor: SignedMinor,
        })
        .nullable(),
    }),
    errors: { dateRange: none, dayNotClosed: none },
  },
})
