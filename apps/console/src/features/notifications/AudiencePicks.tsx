import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { ruleOf } from '../../lib/form/field-rules.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import '../../ui/kit-later.ts'
import type { Audience, Chosen } from './notice-form.ts'

const pauseMs = 250

interface PickProps {
  chosen: readonly Chosen[]
  onChange: (chosen: readonly Chosen[]) => void
  fieldError: string | undefined
}

/** Whom exactly; fetched when it is first asked for. */
export default function AudiencePicks({ kind, ...pick }: PickProps & { kind: Exclude<Audience, 'all'> }) {
  return kind === 'roles' ? <Roles {...pick} /> : <Employees {...pick} />
}

interface PicksProps extends PickProps, Pick<MultiSelectProps, 'label' | 'filter' | 'maxValues'> {
  hint: string
  found: readonly Chosen[]
  nobody: string
  search?: Pick<MultiSelectProps, 'searchValue' | 'onSearchChange'>
}

/** Those found and those chosen before, each once; what is typed finds among them, or asks for others. */
function Picks({ chosen, onChange, fieldError, hint, found, nobody, search, ...input }: PicksProps) {
  const options = useMemo(
    () => [...found, ...chosen.filter(({ value }) => !found.some((each) => each.value === value))],
    [chosen, found],
  )
  return (
    <MultiSelect
      {...input}
      {...search}
      placeholder={chosen.length === 0 ? hint : ''}
      searchable
      withAsterisk
      data={options}
      value={chosen.map(({ value }) => value)}
      onChange={(ids) => onChange(options.filter(({ value }) => ids.includes(value)))}
      nothingFoundMessage={nobody}
      error={fieldError}
    />
  )
}

function Roles(pick: PickProps) {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const roles = useQueryCall('roles.options', {}, { isTracked: false })
  const found = useMemo(
    () => (roles.data ?? []).map(({ _id, roleName }) => ({ value: _id, label: roleName })),
    [roles.data],
  )
  const error = failure(roles.error)
  if (error) return <ErrorState error={error} onRetry={() => void roles.refetch()} isInline />
  return (
    <Picks
      {...pick}
      label={t('add.roles')}
      hint={t('add.rolesHint')}
      maxValues={ruleOf('notifications.create', 'roleIds').max}
      found={found}
      nobody={t('add.nobody')}
    />
  )
}

function Employees(pick: PickProps) {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const [typed, setTyped] = useState('')
  const [username] = useDebouncedValue(typed.trim(), pauseMs)
  const people = useQueryCall(
    'employees.list',
    { username: username.slice(0, 64), states: ['active'], types: ['staff'], size: 25 },
    { isTracked: false, keepsPrevious: true },
  )
  const found = useMemo(
    () =>
      (people.data?.records ?? []).map((row) => ({
        value: row.id,
        label: `${row.displayName} (${row.username}) · ${row.roleName}`,
      })),
    [people.data],
  )
  const error = failure(people.error)
  if (error) return <ErrorState error={error} onRetry={() => void people.refetch()} isInline />
  return (
    <Picks
      {...pick}
      label={t('add.employees')}
      hint={t('add.employeesHint')}
      maxValues={ruleOf('notifications.create', 'employeeIds').max}
      found={found}
      nobody={t(people.isFetching ? 'add.searching' : 'add.nobody')}
      search={{ searchValue: typed, onSearchChange: setTyped }}
      filter={({ options: all }) => all}
    />
  )
}
