import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import type { Failure } from '../../lib/failure.ts'
import { roleFaults, roleFieldOf, type RoleDraft, type RoleFaults } from './role-form.ts'
import { limits } from './rights.ts'
import { useRightValue } from './right-words.ts'
import { useActFailure } from './use-act-failure.ts'
import { useOwnRights } from './use-own-rights.ts'

/** What is wrong in the form of a role: found before sending, or told by the server at its field. */
export function useRoleCheck() {
  const { t } = useTranslation('employees')
  const own = useOwnRights()
  const valueOf = useRightValue()
  const worded = useActFailure()
  const [faults, setFaults] = useState<RoleFaults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const wordOf = (field: string, key: string): string => {
    const limit = limits.find((each) => each === field)
    return limit ? t(key, { most: valueOf(own.abilities[limit]) }) : t(key)
  }
  const isComplete = (draft: RoleDraft, reason: string | null): boolean => {
    const found = Object.entries(roleFaults(draft, own, reason))
    setFaults(Object.fromEntries(found.map(([field, key]) => [field, wordOf(field, key)])))
    setFailure(null)
    return found.length === 0 && refused.length === 0
  }
  const tell = (thrown: unknown): void => {
    const told = worded(thrown)
    const field = thrown instanceof CallError ? roleFieldOf(thrown.field) : null
    if (field && told) setFaults({ [field]: told.message })
    else setFailure(told)
  }
  const refuse = (name: string, isRefused: boolean) =>
    setRefused((before) => [...before.filter((each) => each !== name), ...(isRefused ? [name] : [])])
  return { faults, failure, isComplete, tell, refuse, isRefused: refused.length > 0 }
}
