import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { useRightList } from './right-words.ts'

/** The fields of a `beyondOwnRights` refusal, as the server names them. */
export function missingOf(details: unknown): readonly string[] {
  const missing: unknown = (details as { missing?: unknown } | null | undefined)?.missing
  return Array.isArray(missing) ? missing.filter((each) => typeof each === 'string') : []
}

/**
 * A refused act in the words of these screens: which rights are missing, that a request waits already. What
 * turned out old is read again meanwhile.
 */
export function useActFailure(): (thrown: unknown) => Failure | null {
  const { t } = useTranslation('employees')
  const client = useQueryClient()
  const worded = useFailure()
  const listOf = useRightList()
  return (thrown) => {
    const failure = worded(thrown)
    if (failure === null || !(thrown instanceof CallError)) return failure
    if (thrown.code === 'stale' || thrown.code === 'stateRefused') {
      void client.invalidateQueries({ queryKey: ['employees'] })
      void client.invalidateQueries({ queryKey: ['roles'] })
    }
    if (thrown.code === 'stale') return { ...failure, message: t('failure.stale') }
    if (thrown.code === 'conflict') return { ...failure, message: t('failure.waiting') }
    const missing = missingOf(thrown.details)
    if (thrown.code !== 'beyondOwnRights' || missing.length === 0) return failure
    return { ...failure, message: t('failure.beyond', { rights: listOf(missing) }) }
  }
}
