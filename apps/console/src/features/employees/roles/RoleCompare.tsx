import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { RightsDiff } from './RightsDiff.tsx'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { rightsDiff, type Rights } from './rights.ts'
import { RoleSelect } from '../RoleSelect.tsx'

/** The role as it stands on the screen beside another one: only what differs. */
export function RoleCompare({ rights, roleId }: { rights: Rights; roleId?: string | undefined }) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const failure = useFailure()
  const [otherId, setOtherId] = useState<string | null>(null)
  const other = useQueryCall(
    'roles.get',
    { id: otherId ?? '' },
    { isEnabled: otherId !== null, isTracked: false, live: 'role' },
  )
  const error = failure(other.error)
  return (
    <Card title={t('compare.title')}>
      <RoleSelect label={t('compare.with')} value={otherId} onChange={setOtherId} except={roleId} />
      {error && <ErrorState error={error} isInline />}
      {otherId !== null && other.data && (
        <RightsDiff
          differences={rightsDiff(rights, other.data)}
          caption={t('compare.caption', { role: nameOf(other.data.roleName) })}
          columns={[t('compare.this'), nameOf(other.data.roleName)]}
        />
      )}
    </Card>
  )
}
