import { useQueryCall } from '../../../lib/call/query.ts'

/** Phones and banks speak without an event of the account. */
/** The steps follow what happens elsewhere. */
export const refetchEveryMs = 5000

/**
 * An account that may not be there yet: until a second person agrees, the server knows none. Where the
 * request is known, it is asked for alone until then; else the account is, and its absence is no failure.
 */
export function useNewAccount(id: string, requestId: string | undefined) {
  const asked = useQueryCall(
    'approvals.get',
    { id: requestId ?? '' },
    { isEnabled: requestId !== undefined, live: 'approval', isTracked: false, staleMs: 0 },
  )
  const request = asked.data
  // Who may not read the request still sees what became of it.
  const isUnread = requestId === undefined || asked.error !== null
  const query = useQueryCall(
    'paymentAutos.get',
    { id },
    {
      live: 'bankAccount',
      refetchEveryMs,
      isTracked: false,
      isEnabled: isUnread || request?.state === 'approved',
    },
  )
  const { data, error, errorUpdateCount } = query
  const isUndecided = request !== undefined && request.state !== 'approved'
  // Between two refusals the question is open again, and it is the same account that is waited for.
  const isMissing = error === null ? errorUpdateCount > 0 : error.code === 'notFound'
  return { query, isAwaited: data === undefined && (isUndecided || isMissing), request }
}
