import { openLineStates } from '@khlang/contract/values/value-lists.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Filters } from '../../../ui/filters/Filters.tsx'
import type { FilterField, Option } from '../../../ui/filters/filter-fields.ts'
import { ListViews } from '../../../ui/table/tools/ListViews.tsx'
import { handledStates } from '../lines/line-shapes.ts'
import { clearedPlace, type MatchingSearch } from './matching-search.ts'

interface MatchingFiltersProps {
  search: MatchingSearch
  scope: 'open' | 'all'
  accounts: readonly Option[]
  onChange: (changes: Partial<MatchingSearch>, options?: { replace?: boolean }) => void
}

/** The filter bar of the lines; a change starts the list anew. */
export function MatchingFilters({ search, scope, accounts, onChange }: MatchingFiltersProps) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  const fields = useMemo((): FilterField<MatchingSearch>[] => {
    const states = scope === 'open' ? openLineStates : handledStates
    return [
      { kind: 'text', name: 'search', label: t('search'), placeholder: t('searchHint') },
      { kind: 'text', name: 'amount', label: t('amount'), placeholder: '500.37' },
      ...(accounts.length > 0
        ? [
            {
              kind: 'select' as const,
              name: 'accountId' as const,
              label: t('pre-transactions-lines:field.account'),
              options: accounts,
            },
          ]
        : []),
      {
        kind: 'multi',
        name: 'state',
        label: t('state'),
        isMore: scope === 'open',
        options: states.map((value) => ({ value, label: t(`pre-transactions-lines:states.${value}`) })),
      },
      {
        kind: 'select',
        name: 'direction',
        label: t('direction'),
        isMore: true,
        options: [
          { value: 'in', label: t('in') },
          { value: 'out', label: t('pre-transactions-lines:out') },
        ],
      },
      { kind: 'yesNo', name: 'hasPayer', label: t('hasPayer'), isMore: true },
      { kind: 'dateRange', fromName: 'from', toName: 'to', label: t('dates'), isMore: true },
    ]
  }, [t, scope, accounts])
  const change = useMemo(
    () => (changes: { [K in keyof MatchingSearch]?: MatchingSearch[K] | undefined }) =>
      onChange({ ...clearedPlace, ...changes } as Partial<MatchingSearch>, { replace: true }),
    [onChange],
  )
  return (
    <Filters fields={fields} values={search} onChange={change}>
      {scope === 'open' && <ListViews listId="open-lines" />}
    </Filters>
  )
}
