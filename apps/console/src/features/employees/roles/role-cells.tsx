import { ActionIcon } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { PendingMark, RoleName } from '../employee-cells.tsx'
import { roleIdOf, type RoleRow } from '../employee-shapes.ts'
import { useRoleAbout, useRoleName } from '../../../lib/person/right-words.ts'
import { useRightValue } from '../right-words.ts'
import blocks from '../../../ui/Blocks.module.css'

export function RoleTitle({ row }: { row: RoleRow }) {
  return (
    <span className={blocks['marks']}>
      <RoleName row={row} />
      <PendingMark pending={row.pending} />
    </span>
  )
}

export function CloneLink({ row }: { row: RoleRow }) {
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

/** A limit of the role, or that it has none. */
export function RoleLimit({ minor }: { minor: number | null }) {
  return useRightValue()(minor)
}

export function RoleAbout({ row }: { row: RoleRow }) {
  return useRoleAbout()(row) || '–'
}

/** The role that it was cloned from. */
export function ClonedFrom({ row }: { row: RoleRow }) {
  const nameOf = useRoleName()
  return row.clonedFrom === null ? '–' : nameOf(row.clonedFrom)
}
