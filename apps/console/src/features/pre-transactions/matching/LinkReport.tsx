import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { bangkokDateOn, formatDateOn } from '../../../lib/words/formats.ts'
import type { SearchValues } from '../../../lib/address/navigation.tsx'
import { dateOnText } from '../../../lib/address/search-values.ts'
import { listPart } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { rowPanel } from '../../../lib/record/record-panel.tsx'
import { DateRangeField } from '../../../ui/filters/DateRangeField.tsx'
import { HandLinkList } from './HandLinkList.tsx'
import blocks from '../../../ui/Blocks.module.css'

type LinkDay = OutputOf<CallOf<'preTransactions.linkReport'>>['records'][number]

const counted = ['count', 'lowScore', 'contradicted', 'old', 'undone', 'checked'] as const

/** The days of the address; today where it names none. */
function daysOf({ from, to }: SearchValues) {
  const todayOn = bangkokDateOn(Date.now())
  const dayOf = (day: SearchValues[string]) => (typeof day === 'string' ? day : todayOn)
  return { from: dayOf(from), to: dayOf(to) }
}

const LinksOfDay = rowPanel<LinkDay>({
  area: 'pre-transactions-matching',
  without: 'closed',
  heading: 'report.title',
  useRow: ({ row }) => ({ data: row }),
  title: ({ name }, { t }) => t('report.of', { name }),
  body: ({ employeeId, on }) => <HandLinkList employeeId={employeeId} on={on} />,
})

/** What people linked by hand, by person and day; a row opens its links, each of which leads to its line. */
export default listPart({
  call: 'preTransactions.linkReport',
  area: 'pre-transactions-matching',
  texts: 'report',
  paging: 'none',
  listId: 'link-report',
  keeps: { tab: 'report' },
  rowId: ({ employeeId, on }) => `${employeeId}:${on}`,
  name: ({ name }) => name,
  card: ['on', 'count', 'checked'],
  panel: { key: 'line', is: /^emp_\w{26}:\d{4}-\d\d-\d\d$/, Panel: LinksOfDay },
  Above: Days,
  filters: (filter) => [filter.own({ read: { from: dateOnText, to: dateOnText }, ask: daysOf })],
  columns: (column) => [
    column.text('name', 180, { heading: 'report.person', card: 'title' }),
    column.cell('on', 130, ({ on }, { reading }) => formatDateOn(on, reading), {
      heading: 'report.on',
    }),
    column.money('amount', 'amountMinor', 130, { heading: 'amount', card: 'aside' }),
    ...counted.map((id) => column.count(id, 110, { heading: `report.${id}` })),
  ],
})

function Days({ search, filterBy }: ListState<'preTransactions.linkReport'>) {
  const { t } = useTranslation('pre-transactions-matching')
  return (
    <>
      <p className={blocks.quiet}>{t('report.help')}</p>
      <DateRangeField
        label={t('report.days')}
        {...daysOf(search)}
        todayOn={bangkokDateOn(Date.now())}
        onChange={(from, to) => filterBy({ from: from ?? undefined, to: to ?? undefined })}
      />
    </>
  )
}
