import { ActionIcon } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { formatCount } from '../../lib/formats.ts'
import { PendingMark } from './employee-columns.tsx'
import { roleIdOf, type RoleRow } from './employee-shapes.ts'
import { useRightName, useRoleAbout, useRoleName } from '../../lib/right-words.ts'
import { useRightValue } from './right-words.ts'
import { limits } from './rights.ts'
import { ViewAsIcon, useMayViewAs } from './ViewAs.tsx'
import classes from './People.module.css'

function RoleTitle({ row }: { row: RoleRow }) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  return (
    <span className={classes['marks']}>
      {nameOf(row.roleName)}
      {row.isAdmin && <Status tone="purple" label={t('adminShort')} title={t('summary.admin')} />}
      <PendingMark pending={row.pending} />
    </span>
  )
}

function CloneLink({ row }: { row: RoleRow }) {
  const { t } = useTranslation('employees')
  const name = useRoleName()(row.roleName)
  return (
    <ActionIcon
      component={AppLink}
      href={hrefOf({ to: '/employee/role-add', search: { from: roleIdOf(row) } })}
      variant="subtle"
      color="gray"
      size={32}
      aria-label={t('roles.clone', { name })}
      title={t('roles.clone', { name })}
    >
      <IconCopyPlus size={18} aria-hidden />
    </ActionIcon>
  )
}

/** What is done with a role from its row, each for whom may. */
function useRoleActs(): readonly Column<RoleRow>[] {
  const { t } = useTranslation('employees')
  const mayClone = useAllows()({ roleManagement: ['isRead', 'isCreate'] })
  const mayView = useMayViewAs()
  return useMemo(() => {
    const shared = { width: 80, align: 'center', card: 'aside' } as const
    const clone: Column<RoleRow> = {
      ...shared,
      id: 'clone',
      header: t('roles.cloneShort'),
      cell: (row) => <CloneLink row={row} />,
    }
    const view: Column<RoleRow> = {
      ...shared,
      id: 'viewAs',
      header: t('viewAs.short'),
      cell: (row) => <ViewAsIcon role={row} />,
    }
    return [...(mayClone ? [clone] : []), ...(mayView ? [view] : [])]
  }, [t, mayClone, mayView])
}

/** Columns of the list of roles. */
export function useRoleColumns(): readonly Column<RoleRow>[] {
  const { t } = useTranslation('employees')
  const nameOfRight = useRightName()
  const valueOf = useRightValue()
  const nameOf = useRoleName()
  const aboutOf = useRoleAbout()
  const acts = useRoleActs()
  return useMemo((): readonly Column<RoleRow>[] => {
    return [
      {
        id: 'roleName',
        header: t('field.roleName'),
        width: 164,
        isFixed: true,
        card: 'title',
        cell: (row) => <RoleTitle row={row} />,
      },
      // How far a role goes is read first, whole on a narrow desk.
      ...limits.map((name) => ({
        id: name,
        header: nameOfRight(name),
        width: 148,
        align: 'end' as const,
        cell: (row: RoleRow) => valueOf(row.abilities[name]),
      })),
      {
        id: 'memberCount',
        header: t('field.memberCount'),
        width: 84,
        align: 'end',
        cell: (row) => formatCount(row.memberCount),
      },
      {
        id: 'flagCount',
        header: t('field.flagCount'),
        width: 112,
        align: 'end',
        cell: (row) => t('roles.ofAll', { count: row.flagCount }),
      },
      ...acts,
      {
        id: 'description',
        header: t('field.description'),
        width: 206,
        cell: (row) => aboutOf(row) || '–',
      },
      {
        id: 'clonedFrom',
        header: t('field.clonedFrom'),
        width: 140,
        isHidden: true,
        cell: (row) => (row.clonedFrom === null ? '–' : nameOf(row.clonedFrom)),
      },
      {
        id: 'updatedAt',
        header: t('field.updatedAt'),
        width: 116,
        cell: (row) => <Time at={row.updatedAt} />,
      },
    ]
  }, [t, nameOfRight, valueOf, nameOf, aboutOf, acts])
}
