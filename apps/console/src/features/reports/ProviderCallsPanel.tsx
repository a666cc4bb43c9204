import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { DateOn, Time } from '../../ui/figures/Time.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { bound, named } from './report-cells.tsx'
import blocks from '../../ui/Blocks.module.css'

type Answer = OutputOf<CallOf<'reports.providerCalls'>>
type Health = Answer['ways'][number]
type Period = NonNullable<InputOf<CallOf<'reports.providerCalls'>>['period']>

const Ways = tablePart<Health>({
  area: 'reports',
  title: 'calls.ways',
  rowKey: ({ way }) => way,
  stacks: true,
  columns: (fact) => [
    fact.word('way', 'board.ways'),
    fact.count('calls'),
    fact.count('refused'),
    fact.count('faults'),
    fact.cell('p95', ({ p95Ms }, words) => bound(p95Ms, words), { align: 'end' }),
  ],
})

const Outcomes = tablePart<Answer['outcomes'][number]>({
  area: 'reports',
  title: 'calls.outcomes',
  rowKey: ({ way, outcome }) => `${way} ${outcome}`,
  columns: (fact) => [
    fact.cell('outcome', ({ outcome, isFault }, { t }) => (
      <span className={blocks['marks']}>
        {t(`calls.outcome.${outcome}`)}
        {isFault && <Status tone="red" label={t('calls.fault')} />}
      </span>
    )),
    fact.word('way', 'board.ways'),
    fact.count('calls'),
  ],
})

const Points = tablePart<Answer['points'][number]>({
  area: 'reports',
  title: 'calls.points',
  rowKey: ({ on, hourAt, way }) => `${on} ${hourAt} ${way}`,
  stacks: true,
  columns: (fact) => [
    fact.cell('at', ({ on, hourAt }) =>
      hourAt === null ? <DateOn on={on} /> : <Time at={hourAt} show="short" />,
    ),
    fact.word('way', 'board.ways'),
    fact.count('calls'),
    fact.count('refused'),
    fact.count('faults'),
    fact.cell('p95', ({ p95Ms }, words) => bound(p95Ms, words), { align: 'end' }),
  ],
})

interface ProviderCallsProps {
  id: string
  row: undefined
  period: Period
  onClose: () => void
  onPrevious: undefined
  onNext: undefined
}

/** How calls between a provider and us went in the period of the board, and what they came to. */
export const ProviderCallsPanel = rowPanel<Answer, undefined, ProviderCallsProps>({
  area: 'reports',
  heading: 'calls.heading',
  useRow: ({ id, period }) =>
    useQueryCall(
      'reports.providerCalls',
      { providerId: id, period },
      { isTracked: false, keepsPrevious: true, refetchEveryMs: 15_000 },
    ),
  title: ({ provider }, words) => named(provider.name, words),
  body: (answer, { t }) => (
    <>
      <PeriodLine period={answer} isPlain />
      <p className={blocks['note']}>{t('calls.lead')}</p>
      {answer.ways.length === 0 ? (
        <p className={blocks['note']}>{t('calls.none')}</p>
      ) : (
        <>
          <Ways rows={answer.ways} />
          <Outcomes rows={answer.outcomes} />
          <Points rows={answer.points} />
        </>
      )}
    </>
  ),
})
