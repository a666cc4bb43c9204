import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hrefOf, useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { recordScreen } from '../../../lib/record/record-screen.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { roleIdOf, type RoleDetail } from '../employee-shapes.ts'
import { PendingBanner } from '../PendingBanner.tsx'
import { rightsOf } from './role-form.ts'
import { RoleCompare } from './RoleCompare.tsx'
import { RoleFields } from './RoleFields.tsx'
import { ChangeCount, RoleSide } from './RoleSide.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { useSecondRule } from '../use-second-rule.ts'
import { useRoleEdit } from './use-role-edit.ts'
import { ViewAsButton } from '../ViewAs.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** `/employee/role-edit/{id}`: what a role lets its people do, and what of it is to change. */
export default recordScreen({
  area: 'employees',
  title: 'roleEdit.title',
  useRow: (id) => useQueryCall('roles.get', { id }, { live: 'role' }),
  useName: (role) => {
    const nameOf = useRoleName()
    return role && nameOf(role.roleName)
  },
  Screen: ({ row }) => <EditForm role={row} />,
})

function EditForm({ role }: { role: RoleDetail }) {
  const { t } = useTranslation('employees')
  const go = useGo()
  const nameOf = useRoleName()
  const form = useRoleEdit(role)
  const { draft, base } = form
  const rule = useSecondRule()
  // Of a role one request waits at a time.
  const isLocked = !role.mayChange || role.pending !== null
  return (
    <FormPage
      {...form.page}
      title={nameOf(role.roleName)}
      description={<CloneLink role={role} />}
      actions={<ViewAsButton role={role} />}
      submitLabel={t(role.second.isAlone ? 'roleEdit.submit' : 'roleEdit.ask')}
      canSubmit={form.canSend && form.hasChange}
      onCancel={() => go({ to: '/employee/role-management' })}
      hasFoot={!isLocked}
      footNote={<ChangeCount before={base} after={draft} />}
      aside={<RoleSide rights={rightsOf(draft)} role={role} />}
    >
      {role.pending && <PendingBanner pending={role.pending} />}
      {!role.mayChange && (
        <p className={blocks['warn']}>{t(role.isOwn ? 'roleEdit.own' : 'roleEdit.above')}</p>
      )}
      <RoleFields {...form} isReadOnly={isLocked} />
      <RoleCompare rights={rightsOf(draft)} roleId={roleIdOf(role)} />
      {!isLocked && (
        <FormSection
          title={t('roleEdit.why')}
          description={`${t('roleEdit.whyLead')} ${rule(role.second)}`}
        >
          <Textarea {...form.text('reason')} label={t('reason')} description={t('reasonHint')} />
        </FormSection>
      )}
    </FormPage>
  )
}

function CloneLink({ role }: { role: RoleDetail }) {
  const { t } = useTranslation('employees')
  const mayClone = useAllows()({ roleManagement: ['isRead', 'isCreate'] })
  const nameOf = useRoleName()
  return (
    <>
      {role.clonedFrom !== null && <>{t('roleEdit.clonedFrom', { name: nameOf(role.clonedFrom) })} </>}
      {mayClone && (
        <AppLink
          href={hrefOf({ to: '/employee/role-add', search: { from: roleIdOf(role) } })}
          className={blocks['wordLink']}
        >
          {t('roleEdit.clone')}
        </AppLink>
      )}
    </>
  )
}
