import { taughtLinesMin, taughtStates } from '@khlang/contract/values/taught-values.ts'
import { lazy } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { stateTones } from './taught-shapes.ts'

const FormatPanel = lazy(() => loadChunk('taught-format', () => import('./FormatPanel.tsx')))

/** The wordings that people taught, each version: how far it has learnt, and what it has read. */
export default listPart({
  call: 'taughtFormats.list',
  area: 'pre-transactions-taught',
  paging: 'keyset',
  listId: 'taught-formats',
  keeps: { tab: 'formats' },
  name: (row) => row.name,
  query: { live: 'taughtFormat', refetchEveryMs: 15_000 },
  panel: { key: 'line', is: 'tft', Panel: FormatPanel },
  card: ['bank', 'learnt'],
  filters: (filter) => [filter.many('state', taughtStates, { names: 'states' })],
  columns: (column) => [
    column.cell('name', 210, ({ name, number }) => `${name} (${number})`, { isFixed: true, card: 'title' }),
    column.cell('bank', 96, ({ bank }) => <BankTag code={bank} />),
    column.cell('senders', 150, ({ senders }) => senders.join(', ')),
    column.cell(
      'state',
      150,
      ({ state }, { t }) => <Status tone={stateTones[state]} label={t(`states.${state}`)} />,
      { card: 'aside' },
    ),
    column.cell('learnt', 150, ({ state, confirmedCount }, { t }) =>
      state === 'active' || confirmedCount > 0
        ? t(confirmedCount >= taughtLinesMin ? 'learnt' : 'learning', {
            confirmed: confirmedCount,
            needed: taughtLinesMin,
          })
        : '–',
    ),
    column.count('readCount', 100),
    column.time('lastReadAt', 116),
    column.text('maker', 112),
    column.time('createdAt', 116),
  ],
})
