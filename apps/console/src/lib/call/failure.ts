import { useCallback } from 'react'
import { CallError } from './call.ts'
import { useErrorText } from './error-text.ts'

/** A failure as the kit shows it: a sentence, and the number that support asks for. */
export interface Failure {
  readonly message: string
  readonly requestId?: string | undefined
  /** The field of the call that was refused, where one was. */
  readonly field?: string | undefined
}

/** An error that already carries the sentence to show; thrown to sheets, which print its message. */
export class WordedError extends Error {
  readonly requestId: string | undefined
  readonly field: string | undefined
  /** Whether a form says it at the field that it is about. */
  readonly isAtField: boolean
  constructor({ message, requestId, field }: Failure, isAtField = false) {
    super(message)
    this.requestId = requestId
    this.field = field
    this.isAtField = isAtField
  }
}

/** `const failure = useFailure(); <ErrorState error={failure(query.error)} />`; null stays null. */
export function useFailure(): (error: unknown) => Failure | null {
  const errorText = useErrorText()
  return (error) => {
    if (error === null || error === undefined) return null
    const requestId = error instanceof CallError ? error.requestId : undefined
    const field = error instanceof CallError ? error.field : undefined
    return { message: errorText(error), requestId, field }
  }
}

/**
 * Runs an act whose failure a sheet will print: what it throws carries the sentence in the reader's
 * language, or what `words` makes of it.
 */
export function useWorded(
  words?: (error: unknown) => Failure | null,
): <T>(act: () => Promise<T>) => Promise<T> {
  const usual = useFailure()
  const failure = words ?? usual
  return useCallback(
    async (act) => {
      try {
        return await act()
      } catch (thrown) {
        const known = failure(thrown)
        throw new WordedError(known ?? { message: '' })
      }
    },
    [failure],
  )
}
