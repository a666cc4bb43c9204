import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { ActivityIcon, useMayReadLog } from './ActivityLink.tsx'
import { stateTones, type EmployeeRow, type EmployeeState } from './employee-shapes.ts'
import { useRoleName } from '../../lib/right-words.ts'
import classes from './People.module.css'

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
    <span className={classes['note']}>{t('offline')}</span>
  )
}

function RoleName({ row }: { row: EmployeeRow }) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  return (
    <span className={classes['marks']}>
      {nameOf(row.roleName)}
      {row.isAdmin && <Status tone="purple" label={t('adminShort')} title={t('summary.admin')} />}
    </span>
  )
}

/** The way to what a person did; no column for whom may not read the log. */
function useActivityColumn(): Column<EmployeeRow> | null {
  const { t } = useTranslation('employees')
  const mayReadLog = useMayReadLog()
  return useMemo(
    () =>
      mayReadLog
        ? {
            id: 'activity',
            header: t('activity.short'),
            width: 80,
            align: 'center',
            cell: (row) => <ActivityIcon username={row.username} />,
          }
        : null,
    [t, mayReadLog],
  )
}

/** When and by whom an account was made: on the card of the person, and here for who asks for it. */
const hiddenColumns = (t: TFunction<'employees'>): Column<EmployeeRow>[] => [
  {
    id: 'createdAt',
    header: t('field.createdAt'),
    width: 156,
    isHidden: true,
    cell: (row) => <Time at={row.createdAt} show="exact" />,
  },
  {
    id: 'createdBy',
    header: t('field.createdBy'),
    width: 130,
    isHidden: true,
    cell: (row) => row.createdBy ?? '–',
  },
]

/** Columns of the list of people. */
export function useEmployeeColumns(): readonly Column<EmployeeRow>[] {
  const { t } = useTranslation('employees')
  const activity = useActivityColumn()
  return useMemo((): readonly Column<EmployeeRow>[] => {
    return [
      {
        id: 'username',
        header: t('field.username'),
        width: 112,
        isFixed: true,
        card: 'title',
        cell: (row) => row.username,
      },
      { id: 'displayName', header: t('field.displayName'), width: 116, cell: (row) => row.displayName },
      ...(activity ? [activity] : []),
      { id: 'role', header: t('field.role'), width: 164, cell: (row) => <RoleName row={row} /> },
      {
        id: 'state',
        header: t('field.state'),
        width: 160,
        card: 'aside',
        cell: (row) => (
          <span className={classes['marks']}>
            <EmployeeStateMark state={row.state} />
            <PendingMark pending={row.pending} />
          </span>
        ),
      },
      {
        id: 'isOnline',
        header: t('field.isOnline'),
        width: 104,
        cell: (row) => <OnlineMark isOnline={row.isOnline} />,
      },
      {
        id: 'otp',
        header: t('field.otp'),
        width: 122,
        cell: (row) => t(row.otpEnable ? 'otp.on' : 'otp.off'),
      },
      {
        id: 'lastLoginAt',
        header: t('field.lastLoginAt'),
        width: 124,
        cell: (row) => <Time at={row.lastLoginAt} />,
      },
      {
        id: 'lastLoginAddress',
        header: t('field.lastLoginAddress'),
        width: 126,
        cell: (row) => row.lastLoginAddress ?? '–',
      },
      {
        id: 'type',
        header: t('field.type'),
        width: 110,
        isHidden: true,
        cell: (row) => t(`types.${row.type}`),
      },
      ...hiddenColumns(t),
    ]
  }, [t, activity])
}
