import { retailBankCodes } from '@khlang/contract/banks.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bankFace } from '../../lib/bank-names.ts'
import type { FilterField } from '../../ui/filter-fields.ts'
import { memberStates, sourceChannels, waitingChanges } from '@khlang/contract/value-lists.ts'
import type { MembersFilterValues } from './members-search.ts'

/** The fields of the filter bar; the rare ones stand behind "more". */
export function useMemberFilters(): readonly FilterField<MembersFilterValues>[] {
  const { t } = useTranslation('members')
  return useMemo(
    () => [
      { kind: 'text', name: 'search', label: t('filter.search'), placeholder: t('filter.searchHint') },
      {
        kind: 'multi',
        name: 'state',
        label: t('field.state'),
        options: memberStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        kind: 'dateRange',
        fromName: 'registeredFrom',
        toName: 'registeredTo',
        label: t('field.createdAt'),
      },
      {
        kind: 'select',
        name: 'bank',
        label: t('field.bank'),
        isMore: true,
        options: retailBankCodes.map((value) => ({ value, label: bankFace(value).name })),
      },
      {
        kind: 'select',
        name: 'accountChange',
        label: t('filter.accountChange'),
        isMore: true,
        options: waitingChanges.map((value) => ({ value, label: t(`filter.changeOf.${value}`) })),
      },
      { kind: 'yesNo', name: 'hasNeverDeposited', label: t('filter.neverDeposited'), isMore: true },
      {
        kind: 'amountRange',
        minName: 'balanceMinMinor',
        maxName: 'balanceMaxMinor',
        label: t('field.balance'),
        isMore: true,
      },
      { kind: 'text', name: 'tag', label: t('field.tags'), isMore: true },
      { kind: 'text', name: 'level', label: t('field.level'), isMore: true },
      {
        kind: 'select',
        name: 'source',
        label: t('field.sourceChannel'),
        isMore: true,
        options: sourceChannels.map((value) => ({ value, label: t(`sources.${value}`) })),
      },
    ],
    [t],
  )
}
