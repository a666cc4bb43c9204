import { useTranslation } from 'react-i18next'
import type { RoleDetail } from '../employee-shapes.ts'
import { countChanges, rightsDiff, type Rights } from './rights.ts'
import { RoleHolders } from './RoleHolders.tsx'
import { RoleOpens } from './RoleOpens.tsx'
import classes from '../People.module.css'

interface RoleSideProps {
  rights: Rights
  role?: RoleDetail | undefined
}

/** Beside the form: what the role on the screen would open, and who holds it. */
export function RoleSide({ rights, role }: RoleSideProps) {
  return (
    <div className={classes['side']}>
      {role && <RoleHolders members={role.members} />}
      <RoleOpens rights={rights} />
    </div>
  )
}

/** In the foot: how much a press on save would give and take. */
export function ChangeCount({ before, after }: { before: Rights; after: Rights }) {
  const { t } = useTranslation('employees')
  const { given, taken, limits } = countChanges(rightsDiff(before, after))
  const parts = [
    ...(given > 0 ? [t('changes.given', { count: given })] : []),
    ...(taken > 0 ? [t('changes.taken', { count: taken })] : []),
    ...(limits > 0 ? [t('changes.limits', { count: limits })] : []),
  ]
  return (
    <p className={classes['footNote']} role="status" data-due={parts.length > 0 || undefined}>
      {parts.length > 0 ? parts.join(' · ') : t('changes.none')}
    </p>
  )
}
