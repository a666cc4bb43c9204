import type { TFunction } from 'i18next'
import type { FilterField } from '../../../ui/filters/filter-fields.ts'
import type { QueueSearch } from './queue-search.ts'
import { queueStates, type QueueRow } from '../rows/queue-shapes.ts'
import { accountName } from '../../../lib/words/account-name.ts'
import type { AccountName } from './use-queue.ts'

/** The filter bar of the queue. `ofMember`: the member that the address filters by, as a row names them. */
export function queueFields(
  t: TFunction<'pre-transactions-queue'>,
  accounts: readonly AccountName[],
  ofMember: Pick<QueueRow['member'], 'id' | 'username'> | null,
): FilterField<QueueSearch>[] {
  const accountOptions = accounts.map((account) => ({ value: account.id, label: accountName(account) }))
  const stateOptions = queueStates.map((value) => ({ value, label: t(`pre-transactions:states.${value}`) }))
  const fields: FilterField<QueueSearch>[] = [
    {
      kind: 'text',
      name: 'search',
      label: t('pre-transactions:queue.filters.search'),
      placeholder: t('pre-transactions:queue.filters.searchHint'),
    },
    { kind: 'dateRange', fromName: 'from', toName: 'to', label: t('filters.dates') },
    {
      kind: 'multi',
      name: 'state',
      label: t('pre-transactions:queue.columns.state'),
      options: stateOptions,
    },
    {
      kind: 'select',
      name: 'accountId',
      label: t('pre-transactions:queue.columns.account'),
      options: accountOptions,
      isMore: true,
    },
    {
      kind: 'amountRange',
      minName: 'amountMinMinor',
      maxName: 'amountMaxMinor',
      label: t('pre-transactions:queue.columns.amount'),
      isMore: true,
    },
  ]
  if (ofMember === null) return fields
  const { id, username } = ofMember
  return [
    ...fields,
    {
      kind: 'select',
      name: 'memberId',
      label: t('pre-transactions:queue.columns.member'),
      options: [{ value: id, label: username }],
    },
  ]
}
