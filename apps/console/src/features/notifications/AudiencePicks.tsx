import { MultiSelect } from '@mantine/core'
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
  fault: string | undefined
}

/** Whom exactly; fetched when it is first asked for. */
export default function AudiencePicks({ kind, ...pick }: PickProps & { kind: Exclude<Audience, 'all'> }) {
  return kind === 'roles' ? <Roles {...pick} /> : <Employees {...pick} />
}

/** Those found and those chosen before, each once. */
function useOptions(chosen: readonly Chosen[], found: readonly Chosen[]): Chosen[] {
  return useMemo(
    () => [...found, ...chosen.filter(({ value }) => !found.some((each) => each.value === value))],
    [chosen, found],
  )
}

const pickedOf = (ids: readonly string[], options: readonly Chosen[]): Chosen[] =>
  options.filter(({ value }) => ids.includes(value))

function Roles({ chosen, onChange, fault }: PickProps) {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const roles = useQueryCall('roles.options', {}, { isTracked: false })
  const found = useMemo(
    () => (roles.data ?? []).map(({ _id, roleName }) => ({ value: _id, label: roleName })),
    [roles.data],
  )
  const options = useOptions(chosen, found)
  const error = failure(roles.error)
  if (error) return <ErrorState error={error} onRetry={() => void roles.refetch()} isInline />
  return (
    <MultiSelect
      label={t('add.roles')}
      placeholder={chosen.length === 0 ? t('add.rolesHint') : ''}
      searchable
      withAsterisk
      maxValues={ruleOf('notifications.create', 'roleIds').max}
      data={options}
      value={chosen.map(({ value }) => value)}
      onChange={(ids) => onChange(pickedOf(ids, options))}
      nothingFoundMessage={t('add.nobody')}
      error={fault}
    />
  )
}

function Employees({ chosen, onChange, fault }: PickProps) {
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
  const options = useOptions(chosen, found)
  const error = failure(people.error)
  if (error) return <ErrorState error={error} onRetry={() => void people.refetch()} isInline />
  return (
    <MultiSelect
      label={t('add.employees')}
      placeholder={chosen.length === 0 ? t('add.employeesHint') : ''}
      searchable
      withAsterisk
      maxValues={ruleOf('notifications.create', 'employeeIds').max}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      data={options}
      value={chosen.map(({ value }) => value)}
      onChange={(ids) => onChange(pickedOf(ids, options))}
      nothingFoundMessage={t(people.isFetching ? 'add.searching' : 'add.nobody')}
      error={fault}
    />
  )
}
