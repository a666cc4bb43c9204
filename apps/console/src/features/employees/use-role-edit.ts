import { useTranslation } from 'react-i18next'
import { useForm } from '../../lib/form/use-form.ts'
import { say } from '../../lib/notices.ts'
import { useRoleName } from '../../lib/right-words.ts'
import { roleIdOf, type RoleDetail } from './employee-shapes.ts'
import { isSameRole, mergeRole, roleDraftOf, roleInputOf, type RoleChange } from './role-form.ts'
import { useActFailure } from './use-act-failure.ts'
import { useRoleFaults } from './use-role-faults.ts'

/** The form of a stored role; what is saved counts once a second person has approved it. */
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
