import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import type { FieldChange } from './activity-diff.ts'
import { controlChanges, controlsOf, keepTyped, type Controls } from './member-controls.ts'
import type { MemberDetail } from './member-shapes.ts'

const reasonMin = 3

/** The state of the form: what it began with, what is typed, and what somebody else saved meanwhile. */
export function useControls(member: MemberDetail) {
  const { t } = useTranslation('members')
  const worded = useFailure()
  const [base, setBase] = useKept(
    'base',
    () => ({ version: member.version, controls: controlsOf(member) }),
    false,
  )
  const [typed, setTyped] = useKept<Controls>('controls', () => base.controls)
  const [reason, setReason] = useKept('reason', () => '')
  const [reasonFault, setReasonFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<readonly FieldChange[] | null>(null)
  // Limits whose text is no amount: an empty limit means the brand's, so they must not pass for empty.
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  // A new round empties the fields of what was refused.
  const [round, setRound] = useState(0)
  const refuse = (name: string, isRefused: boolean) =>
    setRefused(
      (before) => new Set(isRefused ? [...before, name] : [...before].filter((each) => each !== name)),
    )
  const update = useCall('members.update', { refreshes: ['members'] })
  const changes = controlChanges(base.controls, typed)
  const isDirty = changes.length > 0 || reason !== '' || refused.size > 0
  // Untouched, the form follows what others save.
  if (!isDirty && member.version > base.version) {
    const controls = controlsOf(member)
    setBase({ version: member.version, controls })
    setTyped(controls)
  }
  const meetOther = async () => {
    const now = await call('members.get', { id: member.id }, { isTracked: false })
    const controls = controlsOf(now)
    setConflict(controlChanges(base.controls, controls))
    setTyped(keepTyped(base.controls, typed, controls))
    setBase({ version: now.version, controls })
  }
  const save = async (): Promise<void> => {
    setFailure(null)
    setReasonFault(reason.trim().length < reasonMin ? t('fault.reason') : null)
    if (reason.trim().length < reasonMin || refused.size > 0) return
    try {
      const { version } = await update.send({
        id: member.id,
        version: base.version,
        ...typed,
        reason: reason.trim(),
      })
      setBase({ version, controls: typed })
      setReason('')
      setConflict(null)
      say(t('controls.saved', { name: member.username }))
    } catch (thrown) {
      const isStale = thrown instanceof CallError && thrown.code === 'stale'
      if (isStale) await meetOther().catch((error: unknown) => setFailure(worded(error)))
      else setFailure(worded(thrown))
    }
  }
  const reset = () => {
    setTyped(base.controls)
    setReason('')
    setReasonFault(null)
    setFailure(null)
    setConflict(null)
    setRefused(new Set())
    setRound((before) => before + 1)
  }
  return {
    typed,
    change: (part: Partial<Controls>) => setTyped((before) => ({ ...before, ...part })),
    changes,
    conflict,
    refuse,
    round,
    failure,
    reason,
    setReason,
    reasonFault,
    isDirty,
    isSending: update.isSending,
    canSend: update.canSend,
    save,
    reset,
  }
}
