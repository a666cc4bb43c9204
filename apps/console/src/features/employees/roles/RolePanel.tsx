import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PendingBanner } from '../PendingBanner.tsx'
import { useRoleAbout, useRoleName } from '../../../lib/person/right-words.ts'
import { RightsSummary } from './RightsSummary.tsx'
import { RoleHolders } from './RoleHolders.tsx'
import { RoleOpens } from './RoleOpens.tsx'
import { ViewAsButton } from '../ViewAs.tsx'
import classes from '../People.module.css'

const noRole = { roleName: '', description: '' }

/** A role to be read, for those who may not change it. */
export default function RolePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('employees')
  const query = useQueryCall('roles.get', { id }, { isTracked: false, live: 'role' })
  const failure = useFailure()
  const nameOf = useRoleName()
  const mayEdit = useAllows()({ roleManagement: ['isRead', 'isUpdate'] })
  const error = failure(query.error)
  const role = query.data
  const about = useRoleAbout()(role ?? noRole)
  return (
    <DetailPanel
      isOpen
      onClose={onClose}
      title={role ? nameOf(role.roleName) : t('roles.title')}
      href={mayEdit ? hrefOf({ to: '/employee/role-edit/{id}', id }) : undefined}
    >
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!error && !role && <Skeleton height={320} />}
      {role && (
        <div className={classes['stack']}>
          {role.pending && <PendingBanner pending={role.pending} />}
          <ViewAsButton role={role} />
          {about !== '' && <p className={classes['note']}>{about}</p>}
          <RightsSummary rights={role} />
          <RoleOpens rights={role} />
          <RoleHolders members={role.members} />
        </div>
      )}
    </DetailPanel>
  )
}
