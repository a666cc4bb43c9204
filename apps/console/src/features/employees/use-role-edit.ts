import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useKept } from '../../lib/kept.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { roleIdOf, type RoleDetail } from './employee-shapes.ts'
import { keepTypedRole, roleDraftOf, roleInputOf, type RoleDraft } from './role-form.ts'
import { useRoleName } from '../../lib/right-words.ts'
import { rightsDiff } from './rights.ts'
import { useRoleCheck } from './use-role-check.ts'

/** What is typed over a role and the version it is typed over; what others save meanwhile comes in. */
function useTyped(role: RoleDetail) {
  const [base, setBase] = useKept(
    'base',
    () => ({ version: role.version, draft: roleDraftOf(role) }),
    false,
  )
  const [draft, setDraft] = useKept<RoleDraft>('draft', () => base.draft)
  const [reason, setReason] = useKept('reason', () => '')
  if (role.version > base.version) {
    const now = roleDraftOf(role)
    setBase({ version: role.version, draft: now })
    setDraft(keepTypedRole(base.draft, draft, now))
  }
  return { base, setBase, draft, setDraft, reason, setReason }
}

/** The state of the form of a role; what is saved counts once a second person has approved it. */
export function useRoleEdit(role: RoleDetail) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const { base, setBase, draft, setDraft, reason, setReason } = useTyped(role)
  const check = useRoleCheck()
  const update = useCall('roles.update', { refreshes: ['roles', 'employees', 'approvals'] })
  const hasChange =
    rightsDiff(base.draft, draft).length > 0 ||
    draft.roleName !== base.draft.roleName ||
    draft.description !== base.draft.description
  const submit = async (): Promise<void> => {
    if (!check.isComplete(draft, reason)) return
    try {
      const input = { ...roleInputOf(draft), reason: reason.trim() }
      const { state } = await update.send({ id: roleIdOf(role), version: base.version, ...input })
      // What waits is not in force: the form shows again what is.
      const now = state === 'done' ? draft : base.draft
      setDraft(now)
      setBase({ version: base.version, draft: now })
      setReason('')
      say(t(`roleEdit.${state}`, { name: nameOf(now.roleName) }), state === 'done' ? 'green' : 'amber')
    } catch (thrown) {
      check.tell(thrown)
    }
  }
  const change = useCallback((next: (before: RoleDraft) => RoleDraft) => setDraft(next), [setDraft])
  return {
    base: base.draft,
    draft,
    change,
    reason,
    setReason,
    check,
    hasChange,
    isDirty: hasChange || reason !== '' || check.isRefused,
    submit,
    canSend: update.canSend,
  }
}
