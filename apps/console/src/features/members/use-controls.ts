import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import type { FieldChange } from '@khlang/contract/activity-diff.ts'
import { controlChanges, controlsOf, keepTyped, type Controls } from './member-controls.ts'
import type { MemberDetail } from './member-shapes.ts'

const reasonMin = 3

/**
 * Limits whose text is no amount: an empty limit means the brand's, so they must not pass for empty. A new
 * round empties their fields.
 */
function useRefused() {
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [round, setRound] = useState(0)
  const refuse = (name: string, isRefused: boolean) =>
    setRefused((before) => {
      const others = [...before].filter((each) => each !== name)
      return new Set(isRefused ? [...others, name] : others)
    })
  const emptyRefused = () => {
    setRefused(new Set())
    setRound((before) => before + 1)
  }
  return { refused, refuse, round, emptyRefused }
}

/** What is typed and the version it is typed over; both outlive the end of the session. */
function useTyped(member: MemberDetail) {
  const [base, setBase] = useKept(
    'base',
    () => ({ version: member.version, controls: controlsOf(member) }),
    false,
  )
  const [typed, setTyped] = useKept<Controls>('controls', () => base.controls)
  const [reason, setReason] = useKept('reason', () => '')
  return { base, setBase, typed, setTyped, reason, setReason }
}

/**
 * The state of the form: what it began with, what is typed, and what somebody else saved meanwhile.
 * Untouched, the form follows what others save.
 */
export function useControls(member: MemberDetail) {
  const { t } = useTranslation('members')
  const worded = useFailure()
  const { base, setBase, typed, setTyped, reason, setReason } = useTyped(member)
  const [reasonFault, setReasonFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<readonly FieldChange[] | null>(null)
  const { refused, refuse, round, emptyRefused } = useRefused()
  const update = useCall('members.update', { refreshes: ['members'] })
  const changes = controlChanges(base.controls, typed)
  const isDirty = changes.length > 0 || reason !== '' || refused.size > 0
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
    const fault = reason.trim().length < reasonMin ? t('fault.reason') : null
    setFailure(null)
    setReasonFault(fault)
    if (fault !== null || refused.size > 0) return
    try {
      const change = { id: member.id, version: base.version, ...typed, reason: reason.trim() }
      const { version } = await update.send(change)
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
    emptyRefused()
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
