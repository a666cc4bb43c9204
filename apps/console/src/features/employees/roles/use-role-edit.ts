import { useTranslation } from 'react-i18next'
import { useForm } from '../../../lib/form/use-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { roleIdOf, type RoleDetail } from '../employee-shapes.ts'
import { isSameRole, mergeRole, roleDraftOf, roleInputOf, type RoleChange } from './role-form.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useRoleFieldErrors } from './use-role-field-errors.ts'

/** The form of a stored role; what is saved counts once a second person has approved it. */
export function useRoleEdit(role: RoleDetail) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const draft = { ...roleDraftOf(role), reason: '' }
  const form = useForm<'roles.update', RoleChange>(
    {
      call: 'roles.update',
      area: 'employees',
      start: draft,
      ...useRoleFieldErrors(),
      input: ({ reason, ...typed }, { version }) => ({
        id: roleIdOf(role),
        version,
        ...roleInputOf(typed),
        reason: reason.trim(),
      }),
      isSame: (one, other) => isSameRole(one, other) && one.reason === other.reason,
      merge: mergeRole,
      refreshes: ['roles', 'employees', 'approvals'],
    },
    {
      stored: { version: role.version, draft },
      worded: useActFailure(),
      onDone: ({ state }, typed) => {
        // What waits is not in force: the form shows again what is.
        const now = state === 'done' ? typed : form.base
        form.store({ draft: { ...now, reason: '' } })
        say(t(`roleEdit.${state}`, { name: nameOf(now.roleName) }), state === 'done' ? 'green' : 'amber')
      },
    },
  )
  return { ...form, hasChange: form.hasRefused || !isSameRole(form.draft, form.base) }
}
