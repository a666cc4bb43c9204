export interface ShownError {
  message: string
  requestId?: string | undefined
  /** The field of the call that was refused, where one was. */
  field?: string | undefined
}

/** What a person is shown of anything thrown: its message, and the request id when the thing carries one. */
export function shownError(thrown: unknown, fallback: string): ShownError {
  if (!(thrown instanceof Error)) return { message: fallback }
  const field: unknown = 'field' in thrown ? thrown.field : undefined
  const requestId: unknown = 'requestId' in thrown ? thrown.requestId : undefined
  return {
    message: thrown.message || fallback,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    field: typeof field === 'string' ? field : undefined,
  }
}
