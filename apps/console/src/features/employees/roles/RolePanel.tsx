import { hrefOf } from '../../../lib/address/navigation.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { PendingBanner } from '../PendingBanner.tsx'
import { roleIdOf } from '../employee-shapes.ts'
import { useRoleAbout, useRoleName } from '../../../lib/person/right-words.ts'
import { RightsSummary } from './RightsSummary.tsx'
import { RoleHolders } from './RoleHolders.tsx'
import { RoleOpens } from './RoleOpens.tsx'
import { ViewAsButton } from '../ViewAs.tsx'
import blocks from '../../../ui/Blocks.module.css'

const Name = ({ code }: { code: string }) => useRoleName()(code)

function About(role: Parameters<ReturnType<typeof useRoleAbout>>[0]) {
  const about = useRoleAbout()(role)
  return about !== '' && <p className={blocks['note']}>{about}</p>
}

/** A role to be read, for those who may not change it. */
export default recordPanel({
  call: 'roles.get',
  area: 'employees',
  heading: 'roles.title',
  query: { live: 'role' },
  title: (role) => <Name code={role.roleName} />,
  href: (role, { allows }) =>
    allows({ roleManagement: ['isRead', 'isUpdate'] })
      ? hrefOf({ to: '/employee/role-edit/{id}', id: roleIdOf(role) })
      : undefined,
  body: (role) => (
    <div className={blocks['stack']}>
      {role.pending && <PendingBanner pending={role.pending} />}
      <ViewAsButton role={role} />
      <About {...role} />
      <RightsSummary rights={role} />
      <RoleOpens rights={role} />
      <RoleHolders members={role.members} />
    </div>
  ),
})
