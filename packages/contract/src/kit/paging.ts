import { z } from 'zod'

/** Input of a list that grows without bound. A cursor is opaque and belongs to one list, filter and user. */
export const cursorPage = {
  size: z.int().min(1).max(100).default(25),
  after: z.string().max(1000).optional(),
  before: z.string().max(1000).optional(),
}

/** A keyset page. `totalCount` is null where counting is a call of its own. */
export const cursorList = <T extends z.ZodType>(record: T) =>
  z.strictObject({
    records: z.array(record),
    hasAfter: z.boolean(),
    hasBefore: z.boolean(),
    afterCursor: z.string().nullable(),
    beforeCursor: z.string().nullable(),
    totalCount: z.int().nullable(),
  })

/** Input of a bounded list, as the specification's own calls have it. */
export const numberedPage = {
  page: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(10),
}

export const numberedList = <T extends z.ZodType>(record: T) =>
  z.strictObject({
    currentPage: z.int(),
    recordPerPage: z.int(),
    totalPages: z.int(),
    totalRecords: z.int(),
    records: z.array(record),
  })

/** Count and sums over a whole filter. `isEstimate`: counted to the cap only. */
export const totals = <T extends z.ZodRawShape>(sums: T) =>
  z.strictObject({ count: z.int(), isEstimate: z.boolean(), ...sums })
