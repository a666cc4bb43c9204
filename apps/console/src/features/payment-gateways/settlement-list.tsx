import { useMemo } from 'react'
import { idOf } from '../../lib/address/search-values.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import type { Filter } from '../../lib/list/filters.ts'
import { listPart } from '../../lib/list/list-screen.tsx'
import { formatDateOn } from '../../lib/words/formats.ts'
import { Money } from '../../ui/figures/Money.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import type { SettlementRow } from './gateway-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

function useGateways() {
  const { data } = useQueryCall('paymentGateways.list', {}, { isTracked: false })
  const records = data?.records
  return useMemo(() => (records ?? []).map(({ id, name }) => ({ value: id, label: name })), [records])
}

const gateway: Filter = {
  read: { gatewayId: (raw) => idOf(raw, 'gwy') },
  field: (t, options) => ({ kind: 'select', name: 'gatewayId', label: t('field.gateway'), options }),
  choices: useGateways,
}

/** The line that it is, where the reader may see lines. */
function Gateway({ row, isLink }: { row: SettlementRow; isLink: boolean }) {
  return isLink ? (
    <ScreenLink
      to="/pre-transaction/matching"
      search={{ tab: 'handled', line: row.lineId }}
      className={blocks['wordLink']}
    >
      {row.gateway.name}
    </ScreenLink>
  ) : (
    row.gateway.name
  )
}

/** Lines by which gateways paid what they owed, newest first; also those that were taken back. */
export const SettlementList = listPart({
  call: 'paymentGateways.settlements',
  area: 'payment-gateways',
  texts: 'settlements',
  paging: 'keyset',
  listId: 'gatewaySettlements',
  keeps: { tab: 'settlements' },
  name: (row) => row.gateway.name,
  query: { live: 'gateway', refetchEveryMs: 15_000 },
  card: ['amount', 'against', 'settledAt'],
  filters: (filter) => [filter.own(gateway)],
  columns: (column) => [
    column.cell(
      'gateway',
      130,
      (row, { allows }) => <Gateway row={row} isLink={allows({ pretransactionNotMatch: ['isRead'] })} />,
      { isFixed: true, card: 'title' },
    ),
    column.money('amount', 'amountMinor', 116),
    column.cell('against', 156, (row) => <Money minor={row.differenceMinor} signed />, { align: 'end' }),
    column.cell(
      'state',
      116,
      ({ reversedAt }, { t }) => (
        <Status
          tone={reversedAt === null ? 'green' : 'grey'}
          label={t(`settlementState.${reversedAt === null ? 'stands' : 'reversed'}`)}
        />
      ),
      { card: 'aside' },
    ),
    column.cell('covers', 172, ({ coversFrom, coversTo }, { reading }) =>
      coversFrom === null || coversTo === null
        ? '–'
        : [...new Set([coversFrom, coversTo])].map((on) => formatDateOn(on, reading)).join(' – '),
    ),
    column.cell('valueOn', 104, ({ valueOn }, { reading }) => formatDateOn(valueOn, reading)),
    column.text('account', 120),
    column.cell('agreedBy', 130, ({ by, checker }) =>
      [by, checker].filter((name) => name !== null).join(' · '),
    ),
    column.time('settledAt', 112),
  ],
})
