import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../lib/person/permissions.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import '../../ui/kit-later.ts'

interface MemberPickProps {
  value: string | undefined
  /** Name of the chosen member where the screen knows it. */
  name: string | undefined
  onChange: (id: string | undefined) => void
}

const pauseMs = 250

/**
 * One member by user name, phone, name or the end of an account number. Hidden where members are not
 * readable.
 */
export function MemberPick({ value, name, onChange }: MemberPickProps) {
  const { t } = useTranslation('credit-transactions')
  const mayRead = useAllows()({ memberManagement: ['isRead'] })
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const { data, isFetching } = useQueryCall(
    'members.list',
    { search, size: 10 },
    { isEnabled: mayRead && search.length >= 2, isTracked: false, keepsPrevious: true },
  )
  const options = useMemo(() => {
    const found = (data?.records ?? []).map((row) => ({
      value: row.id,
      label: `${row.username} ${row.name}`,
    }))
    const isFound = found.some((each) => each.value === value)
    if (value === undefined || isFound) return found
    return [{ value, label: chosen?.value === value ? chosen.label : (name ?? value) }, ...found]
  }, [data, value, chosen, name])
  if (!mayRead) return null
  return (
    <Select
      label={t('field.member')}
      placeholder={t('memberPick.placeholder')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('memberPick.clear') }}
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t(
        search.length < 2 ? 'memberPick.more' : isFetching ? 'memberPick.searching' : 'memberPick.none',
      )}
      onChange={(id, option) => {
        setChosen(id === null ? null : { value: id, label: option?.label ?? id })
        onChange(id ?? undefined)
      }}
    />
  )
}
