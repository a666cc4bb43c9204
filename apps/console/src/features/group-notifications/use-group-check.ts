import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { groupFaults, groupFieldOf, type GroupDraft, type GroupFaults } from './group-form.ts'

/** A field of the draft and the fault that it mends. */
const faultOf = (field: string): string =>
  field === 'quietFrom' || field === 'quietUntil' || field === 'isQuiet' ? 'quiet' : field

/** What is wrong in the form of a group: found before sending, or told by the server at its field. */
export function useGroupCheck() {
  const { t } = useTranslation('group-notifications')
  const client = useQueryClient()
  const worded = useFailure()
  const [faults, setFaults] = useState<GroupFaults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isRefused, setRefused] = useState(false)
  const isComplete = (draft: GroupDraft, base: GroupDraft | null): boolean => {
    const found = Object.entries(groupFaults(draft, base))
    setFaults(Object.fromEntries(found.map(([field, key]) => [field, t(key)])))
    setFailure(null)
    return found.length === 0 && !isRefused
  }
  /** What was changed is no longer wrong until it is checked again. */
  const forget = useCallback((changes: Partial<GroupDraft>) => {
    const mended = Object.keys(changes).map(faultOf)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !mended.includes(field))),
    )
  }, [])
  const tell = (thrown: unknown): void => {
    const told = worded(thrown)
    const code = thrown instanceof CallError ? thrown.code : null
    if (code === 'stale' || code === 'groupLocked')
      void client.invalidateQueries({ queryKey: ['groupNotifications'] })
    const field = thrown instanceof CallError ? groupFieldOf(thrown.field) : null
    if (field && told) setFaults({ [field]: told.message })
    else setFailure(code === 'stale' && told ? { ...told, message: t('edit.stale') } : told)
  }
  return { faults, failure, isComplete, forget, tell, setRefused }
}
