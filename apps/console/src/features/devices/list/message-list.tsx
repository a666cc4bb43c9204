import { phoneMessageKinds } from '@khlang/contract/values/value-lists.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../lib/call/query.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { SenderName } from '../device-cells.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

const tones = { read: 'green', failed: 'red', notMoney: 'grey', test: 'blue' } as const

/** The phones to choose from, by name. */
function useDeviceOptions() {
  const { data } = useQueryCall('devices.list', { size: 100 }, { isTracked: false })
  return useMemo(() => (data?.records ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
}

/** What phones passed on, newest first: of the last seven days, unless others are chosen. */
export const MessageList = listPart({
  call: 'devices.messages',
  area: 'devices',
  texts: 'messages',
  paging: 'keyset',
  listId: 'deviceMessages',
  keeps: { tab: 'messages' },
  name: (row) => row.sender,
  query: { live: 'message', refetchEveryMs: 15_000 },
  card: ['text', 'device', 'receivedAt'],
  filters: (filter) => [
    filter.chosen('deviceIds', { choices: useDeviceOptions, isKnown: (id) => id.startsWith('dev_') }),
    filter.one('kind', phoneMessageKinds, { names: 'messageKinds' }),
    filter.dates('from', 'to', { label: 'field.days' }),
  ],
  columns: (column) => [
    column.exact('receivedAt', 154),
    column.text('device', 120),
    column.cell('sender', 128, (row) => <SenderName said={row} />, { isFixed: true, card: 'title' }),
    column.cell(
      'kind',
      132,
      (row, { t }) => (
        <span className={blocks['marks']}>
          <Status tone={tones[row.kind]} label={t(`messageKinds.${row.kind}`)} />
          {row.isDismissed && <span className={blocks['muted']}>{t('messages.dismissed')}</span>}
        </span>
      ),
      { card: 'aside' },
    ),
    column.cell('account', 160, ({ account }) =>
      account === null ? '–' : <BankTag code={account.bank}>{account.label}</BankTag>,
    ),
    column.cell('text', 420, (row) => <span className={classes['raw']}>{row.text}</span>),
  ],
})
