import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorded } from '../../../lib/call/failure.ts'
import { useKept } from '../../../lib/person/kept.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { RightsDiff } from '../roles/RightsDiff.tsx'
import type { SheetProps } from './EmployeeSheet.tsx'
import { beyond, rightsDiff } from '../roles/rights.ts'
import { RoleSelect } from '../RoleSelect.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useRightList } from '../right-words.ts'
import { useSecondRule } from '../use-second-rule.ts'
import { useActFailure } from '../use-act-failure.ts'
import { useOwnRights } from '../roles/use-own-rights.ts'
import classes from '../People.module.css'

/** Another role for a person: what it would give and take, and that a second person must agree. */
export function RoleSheet({ person, onClose }: SheetProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const worded = useWorded(useActFailure())
  const rule = useSecondRule()
  const second = person.second.role
  const setRole = useCall('employees.setRole', { refreshes: ['employees', 'roles', 'approvals'] })
  const [roleId, setRoleId] = useKept<string | null>('role', () => null)
  const [fault, setFault] = useState<string | undefined>()
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('roleSheet.title', { name: person.username })}
      submitLabel={t(second.isAlone ? 'roleSheet.submit' : 'roleSheet.ask')}
      facts={[
        { label: t('field.displayName'), value: person.displayName },
        { label: t('roleSheet.now'), value: nameOf(person.roleName) },
      ]}
      reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
      notice={
        <>
          {rule(second)}
          {!second.isAlone && (
            <>
              <br />
              {t('roleSheet.notice')}
            </>
          )}
        </>
      }
      canSubmit={setRole.canSend}
      onCheck={() => {
        setFault(roleId === null ? t('fault.roleId') : undefined)
        return roleId !== null
      }}
      onSubmit={async ({ reason, idempotencyKey }) => {
        if (roleId === null) return
        const { state } = await worded(() =>
          setRole.send({ id: person.id, roleId, reason }, { idempotencyKey }),
        )
        say(t(`roleSheet.${state}`, { name: person.username }), state === 'done' ? 'green' : 'amber')
      }}
    >
      <RoleSelect
        label={t('roleSheet.wanted')}
        value={roleId}
        onChange={(next) => {
          setRoleId(next)
          setFault(undefined)
        }}
        except={person.roleId}
        error={fault}
        isRequired
        isFirst
      />
      {roleId !== null && <RoleEffect person={person} roleId={roleId} />}
    </Confirm>
  )
}

/** What the chosen role changes for the person, for those who may read roles. */
function RoleEffect({ person, roleId }: Pick<SheetProps, 'person'> & { roleId: string }) {
  const { t } = useTranslation('employees')
  const mayRead = useAllows()({ roleManagement: ['isRead'] })
  const own = useOwnRights()
  const listOf = useRightList()
  const { data: role } = useQueryCall('roles.get', { id: roleId }, { isEnabled: mayRead, isTracked: false })
  if (!mayRead || !role) return null
  const missing = beyond(role, own)
  const differences = rightsDiff({ isAdmin: person.isAdmin, ...person.role }, role)
  return (
    <div className={classes['stack']} aria-live="polite">
      {missing.length > 0 && (
        <p className={classes['fieldNote']} data-tone="red">
          {t('failure.beyond', { rights: listOf(missing) })}
        </p>
      )}
      <RightsDiff differences={differences} caption={t('roleSheet.effect')} />
    </div>
  )
}
