import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../lib/query.ts'
import { useRoleName } from './right-words.ts'
import '../../ui/kit-later.ts'

interface RoleSelectProps {
  label: string
  value: string | null
  onChange: (roleId: string | null) => void
  /** A role that is no choice here. */
  except?: string | undefined
  description?: string | undefined
  error?: string | undefined
  isRequired?: boolean | undefined
}

/** Every role by name, to choose one. */
export function RoleSelect({ except, isRequired = false, ...field }: RoleSelectProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const { data: roles } = useQueryCall('roles.options', {}, { isTracked: false, live: 'role' })
  const data = useMemo(
    () =>
      (roles ?? [])
        .filter(({ _id }) => _id !== except)
        .map(({ _id, roleName }) => ({ value: _id, label: nameOf(roleName) })),
    [roles, except, nameOf],
  )
  return (
    <Select
      {...field}
      data={data}
      placeholder={t('role.choose')}
      nothingFoundMessage={t('role.noneFound')}
      searchable
      withAsterisk={isRequired}
      required={isRequired}
      clearable={!isRequired}
      clearButtonProps={{ 'aria-label': t('role.clear') }}
    />
  )
}
