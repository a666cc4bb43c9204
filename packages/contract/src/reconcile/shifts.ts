import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { StateNow, none } from '../kit/error-details.ts'
import { DateOn, Instant, Moment, SignedMinor, idOf, text } from '../values/values.ts'

const Handled = z.strictObject({ count: z.int(), amountMinor: SignedMinor })

/** What a person did between two moments, from the records of what they did. */
const ShiftFigures = z.strictObject({
  linked: Handled,
  approved: Handled,
  rejected: Handled,
  paid: Handled,
  adjusted: Handled,
})

const Shift = z.strictObject({
  id: idOf('shift'),
  employee: z.string(),
  isOwn: z.boolean(),
  startedAt: Instant,
  endedAt: Instant,
  businessOn: DateOn,
  figures: ShiftFigures,
  note: z.string(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: Instant.nullable(),
})

const read = { reconcile: ['isRead'] } as const
/** Whoever works closes what they did themselves, whatever their work is. */
const own = { requires: 'token', scope: 'the own shifts', isOfStaff: true } as const

/** The end of somebody's shift: what they did, what they hand over, who takes it. */
export const shiftCalls = defineCalls({
  shiftNow: {
    method: 'GET',
    path: '/api/v1/reconcile/shift/now',
    ...own,
    summary: 'The own shift as it would be closed now: since when, and what was done in it.',
    input: z.strictObject({ startedAt: Moment.optional() }),
    output: z.strictObject({ startedAt: Instant, now: Instant, figures: ShiftFigures }),
    errors: { stateRefused: StateNow },
  },
  shifts: {
    method: 'GET',
    path: '/api/v1/reconcile/shift/list',
    requires: read,
    isOfStaff: true,
    summary: 'The shifts that ended on a business date, the newest first, at most 200.',
    input: z.strictObject({ on: DateOn }),
    output: z.strictObject({ records: z.array(Shift) }),
  },
  ownShifts: {
    method: 'GET',
    path: '/api/v1/reconcile/shift/own',
    ...own,
    summary: 'The own shifts that were closed, the newest first, at most 20, and who took each over.',
    input: z.strictObject({}),
    output: z.strictObject({ records: z.array(Shift) }),
  },
  closeShift: {
    method: 'POST',
    path: '/api/v1/reconcile/shift/close',
    ...own,
    idempotent: true,
    summary: 'Ends the own shift, with what the next person must know.',
    input: z.strictObject({ startedAt: Moment, note: text(1000, 3) }),
    output: z.strictObject({ id: idOf('shift') }),
    errors: { stateRefused: StateNow },
  },
  takeShift: {
    method: 'POST',
    path: '/api/v1/reconcile/shift/{id}/take',
    requires: read,
    isOfStaff: true,
    subject: 'shift',
    idempotent: true,
    summary: 'Says that one has read what was handed over; never of the own shift.',
    input: z.strictObject({ id: idOf('shift') }),
    output: z.strictObject({}),
    errors: { stateRefused: StateNow, fourEyes: none },
  },
})
