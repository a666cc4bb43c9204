import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../lib/call/query.ts'
import { byShownName, useRoleName } from '../../lib/person/right-words.ts'

interface RoleSelectProps {
  label: string
  value: string | null
  onChange: (roleId: string | null) => void
  /** A role that is no choice here. */
  except?: string | undefined
  error?: string | undefined
  isRequired?: boolean | undefined
  /** The first field of a sheet: it takes the focus as the sheet opens. */
  isFirst?: boolean | undefined
}

/** Every role by name, to choose one: the browser's own list, for a brand has few. */
export function RoleSelect(props: RoleSelectProps) {
  const { label, value, onChange, except, error, isRequired = false, isFirst = false } = props
  const { t, i18n } = useTranslation('employees')
  const nameOf = useRoleName()
  const { data: roles } = useQueryCall('roles.options', {}, { isTracked: false, live: 'role' })
  const data = useMemo(
    () => [
      { value: '', label: t('role.choose') },
      ...byShownName(roles ?? [], nameOf, i18n.language)
        .filter(({ _id }) => _id !== except)
        .map(({ _id, roleName }) => ({ value: _id, label: nameOf(roleName) })),
    ],
    [roles, except, nameOf, t, i18n.language],
  )
  return (
    <NativeSelect
      label={label}
      data={data}
      value={value ?? ''}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? null : chosen)}
      error={error}
      withAsterisk={isRequired}
      required={isRequired}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  )
}
