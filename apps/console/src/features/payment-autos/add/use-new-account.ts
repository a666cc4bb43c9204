import { useQueryCall } from '../../../lib/call/query.ts'

/** Phones and banks speak without an event of the account. */
const refetchEveryMs = 5000

/**
 * An account that may not be there yet: until a second person agrees, the server knows none. What became of
 * the request is asked meanwhile, where it is known.
 */
export function useNewAccount(id: string, requestId: string | undefined) {
  const query = useQueryCall(
    'paymentAutos.get',
    { id },
    { live: 'bankAccount', refetchEveryMs, isTracked: false },
  )
  const { data, error, errorUpdateCount } = query
  // Between two refusals the question is open again, and it is the same account that is waited for.
  const isAwaited =
    data === undefined && (error === null ? errorUpdateCount > 0 : error.code === 'notFound')
  const { data: request } = useQueryCall(
    'approvals.get',
    { id: requestId ?? '' },
    { isEnabled: isAwaited && requestId !== undefined, live: 'approval', isTracked: false, staleMs: 0 },
  )
  return { query, isAwaited, request }
}
