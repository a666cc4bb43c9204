import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError, isRefusal } from '../../lib/call/call.ts'
import { useFailure, type Failure } from '../../lib/call/failure.ts'
import { useRightList } from './right-words.ts'

/** The acts of these screens that go no further than one's own rights. */
const acts = [
  'employees.create',
  'employees.update',
  'employees.setRole',
  'employees.setState',
  'employees.endSessions',
  'employees.resetPassword',
  'employees.resetOtp',
  'roles.create',
  'roles.update',
] as const

/** What the own rights lack for an act that was refused; empty for any other failure. */
const missingOf = (thrown: unknown): readonly string[] =>
  isRefusal(thrown, ...acts) && thrown.code === 'beyondOwnRights' ? (thrown.details?.missing ?? []) : []

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
    const missing = missingOf(thrown)
    if (missing.length === 0) return failure
    return { ...failure, message: t('failure.beyond', { rights: listOf(missing) }) }
  }
}
