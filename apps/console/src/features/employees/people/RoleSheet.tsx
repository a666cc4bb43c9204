import { useTranslation } from 'react-i18next'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { RightsDiff } from '../roles/RightsDiff.tsx'
import type { PersonSheetProps } from '../employee-shapes.ts'
import { beyond, rightsDiff } from '../roles/rights.ts'
import { RoleSelect } from '../RoleSelect.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useRightList } from '../right-words.ts'
import { useSecondRule } from '../use-second-rule.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useOwnRights } from '../roles/use-own-rights.ts'
import blocks from '../../../ui/Blocks.module.css'

/** Another role for a person: what it would give and take, and that a second person must agree. */
export function RoleSheet({ person, onClose }: PersonSheetProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const rule = useSecondRule()
  const { isAlone } = person.second.role
  const name = person.username
  const { sheet, draft, fieldErrors, change } = useActForm({
    call: 'employees.setRole',
    area: 'employees',
    start: { roleId: null as string | null },
    input: ({ roleId }, { reason }) => ({ id: person.id, roleId: roleId ?? '', reason }),
    refreshes: ['employees', 'roles', 'approvals'],
    worded: useActFailure(),
    onDone: ({ state }) => say(t(`roleSheet.${state}`, { name }), state === 'done' ? 'green' : 'amber'),
  })
  const { roleId } = draft
  return (
    <Confirm
      {...sheet}
      onClose={onClose}
      title={t('roleSheet.title', { name })}
      submitLabel={t(isAlone ? 'roleSheet.submit' : 'roleSheet.ask')}
      facts={[
        { label: t('field.displayName'), value: person.displayName },
        { label: t('roleSheet.now'), value: nameOf(person.roleName) },
      ]}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      notice={
        <>
          {rule(person.second.role)}
          {!isAlone && <br />}
          {!isAlone && t('roleSheet.notice')}
        </>
      }
    >
      <RoleSelect
        label={t('roleSheet.wanted')}
        value={roleId}
        onChange={(chosen) => change({ roleId: chosen })}
        except={person.roleId}
        error={fieldErrors.roleId}
        isRequired
        isFirst
      />
      {roleId !== null && <RoleEffect person={person} roleId={roleId} />}
    </Confirm>
  )
}

/** What the chosen role changes for the person, for those who may read roles. */
function RoleEffect({ person, roleId }: Pick<PersonSheetProps, 'person'> & { roleId: string }) {
  const { t } = useTranslation('employees')
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  const own = useOwnRights()
  const listOf = useRightList()
  const { data: role } = useQueryCall('roles.get', { id: roleId }, { isEnabled: mayRead, isTracked: false })
  if (!mayRead || !role) return null
  const missing = beyond(role, own)
  const differences = rightsDiff({ isAdmin: person.isAdmin, ...person.role }, role)
  return (
    <div className={blocks['stack']} aria-live="polite">
      {missing.length > 0 && (
        <p className={blocks['fieldNote']} data-tone="red">
          {t('failure.beyond', { rights: listOf(missing) })}
        </p>
      )}
      <RightsDiff differences={differences} caption={t('roleSheet.effect')} />
    </div>
  )
}
