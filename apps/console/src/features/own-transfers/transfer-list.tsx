import { transferStates } from '@khlang/contract/values/value-lists.ts'
import { lazy, useMemo } from 'react'
import { idOf } from '../../lib/address/search-values.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { loadChunk } from '../../lib/chunks.ts'
import type { Filter } from '../../lib/list/filters.ts'
import { listPart } from '../../lib/list/list-screen.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { accountName } from '../../lib/words/account-name.ts'
import { TransferStates } from './TransferStates.tsx'
import { TransferWay } from './TransferWay.tsx'
import classes from './Transfers.module.css'

/** The newest below the form; what waits for a decision; all there are. */
type Which = 'newest' | 'waiting' | 'all'

const TransferPanel = lazy(() => loadChunk('own-transfer', () => import('./TransferPanel.tsx')))
const DecidePanel = lazy(() => loadChunk('own-transfer-decide', () => import('./DecidePanel.tsx')))

/** Our accounts to choose from, for whom may read them somewhere. */
function useAccounts() {
  const allows = useAllows()
  const mayAsk = allows({ paymentAutoTransfer: ['isCreate'] })
  const mayRead = !mayAsk && allows({ paymentAuto: ['isRead'] })
  const asked = useQueryCall('ownTransfers.accounts', {}, { isEnabled: mayAsk, isTracked: false })
  const read = useQueryCall('paymentAutos.list', {}, { isEnabled: mayRead, isTracked: false })
  const records = asked.data?.records ?? read.data?.records
  return useMemo(
    () => (records ?? []).map((record) => ({ value: record.id, label: accountName(record) })),
    [records],
  )
}

const account: Filter = {
  read: { accountId: (raw) => idOf(raw, 'oba') },
  field: (t, options) => ({ kind: 'select', name: 'accountId', label: t('field.account'), options }),
  choices: useAccounts,
}

const listOf = (which: Which) =>
  listPart({
    call: 'ownTransfers.list',
    area: 'own-transfers',
    texts: `lists.${which}`,
    paging: 'keyset',
    listId: `ownTransfers.${which}`,
    ...(which === 'newest'
      ? { size: 10, useTable: () => ({ height: 'content' }) }
      : { keeps: { tab: which } }),
    ...(which === 'waiting' ? { fixed: () => ({ state: ['asked' as const] }) } : {}),
    name: (row) => row.reference,
    // Statements show the halves of a transfer without an event of it.
    query: { live: 'ownTransfer', refetchEveryMs: 15_000 },
    panel: { is: 'otr', Panel: which === 'waiting' ? DecidePanel : TransferPanel },
    card: ['amount', 'way', 'createdAt'],
    filters: (filter) => [
      ...(which === 'waiting' ? [] : [filter.many('state', transferStates, { names: 'states' })]),
      filter.own(account),
    ],
    columns: (column) => [
      column.cell(
        'reference',
        128,
        (row) => <span className={classes['reference']}>{row.reference}</span>,
        {
          isFixed: true,
          card: 'title',
        },
      ),
      column.cell('way', 276, (row) => <TransferWay transfer={row} />),
      column.money('amount', 'amountMinor', 124),
      // What waits waits for one thing: its reason is worth the place.
      which === 'waiting'
        ? column.text('reason', 268)
        : column.cell('state', 268, (row) => <TransferStates transfer={row} />, { card: 'aside' }),
      column.cell('purpose', 128, (row, { t }) => t(`purposes.${row.purpose}`)),
      column.text('maker', 112),
      column.time('createdAt', 116),
    ],
  })

export const NewestTransfers = listOf('newest')
export const WaitingTransfers = listOf('waiting')
export const AllTransfers = listOf('all')
