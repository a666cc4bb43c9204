import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { stateTones, type EmployeeRow, type EmployeeState } from './employee-shapes.ts'
import { useRoleName } from '../../lib/person/right-words.ts'
import blocks from '../../ui/Blocks.module.css'

/** Whether a person may sign in, in one word. */
export function EmployeeStateMark({ state }: { state: EmployeeState }) {
  const { t } = useTranslation('employees')
  return <Status tone={stateTones[state]} label={t(`states.${state}`)} />
}

/** A change that waits for a second person, in one word. */
export function PendingMark({ pending }: { pending: EmployeeRow['pending'] }) {
  const { t } = useTranslation('employees')
  if (pending === null) return null
  return (
    <Status
      tone={pending.isOwn ? 'grey' : 'amber'}
      label={t('pending.short')}
      title={t(`pending.kind.${pending.kind}`)}
    />
  )
}

export function OnlineMark({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation('employees')
  return isOnline ? (
    <Status tone="green" label={t('online')} />
  ) : (
    <span className={blocks['note']}>{t('offline')}</span>
  )
}

export function RoleName({ row }: { row: Pick<EmployeeRow, 'roleName' | 'isAdmin'> }) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  return (
    <span className={blocks['marks']}>
      {nameOf(row.roleName)}
      {row.isAdmin && <Status tone="purple" label={t('adminShort')} title={t('summary.admin')} />}
    </span>
  )
}

/** Whether they may sign in, and what waits for a second person. */
export function EmployeeMarks({ row }: { row: EmployeeRow }) {
  return (
    <span className={blocks['marks']}>
      <EmployeeStateMark state={row.state} />
      <PendingMark pending={row.pending} />
    </span>
  )
}
