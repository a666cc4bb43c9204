/** A numbered page with the paging fields of the specification. */
export const numberedPageOf = <R>(
  { page, size }: { page: number; size: number },
  records: readonly R[],
  totalRecords: number,
) => ({
  currentPage: page,
  recordPerPage: size,
  totalPages: Math.max(1, Math.ceil(totalRecords / size)),
  totalRecords,
  records: [...records],
})
