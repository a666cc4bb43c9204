import { reportDifferenceKinds, reportDifferenceStates } from '@khlang/contract/play/distributor-values.ts'
import { reportDifferenceColumns } from '@khlang/contract/values/export-columns.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { DateOn } from '../../../ui/figures/Time.tsx'
import { differenceMark, mayReconcile } from '../distributor-shapes.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Difference = OutputOf<CallOf<'distributors.reportDifferences'>>['records'][number]

/** Rounds of a report that differ, each with the bet that we have. */
export const DifferenceTable = listPart({
  call: 'distributors.reportDifferences',
  area: 'distributors',
  texts: 'differences',
  paging: 'keyset',
  listId: 'reportDifferences',
  name: (row) => row.roundRef,
  fixed: ({ id, on }: { id: string; on: string | undefined }) => ({
    id,
    ...(on === undefined ? {} : { on }),
  }),
  isLocal: true,
  query: { live: 'providerReport' },
  exports: { call: 'distributors.exportDifferences', columns: reportDifferenceColumns },
  card: ['kind', 'ours', 'theirs', 'act'],
  filters: (filter) => [
    filter.one('kind', reportDifferenceKinds, { names: 'kinds' }),
    filter.one('state', reportDifferenceStates, { names: 'differenceStates' }),
  ],
  columns: (column) => [
    column.cell(
      'roundRef',
      150,
      (row) =>
        row.betId === null ? (
          row.roundRef
        ) : (
          <AppLink
            className={blocks['wordLink']}
            href={hrefOf({ to: '/bet-report', search: { open: row.betId } })}
          >
            {row.roundRef}
          </AppLink>
        ),
      { isFixed: true, card: 'title' },
    ),
    column.cell('kind', 135, (row, { t }) => t(`kinds.${row.kind}`)),
    column.cell('state', 105, (row, words) => differenceMark(row.state, words), { card: 'aside' }),
    column.text('player', 95),
    column.cell('ours', 140, ({ ours }) => <Sums of={ours} />, { align: 'end' }),
    column.cell('theirs', 140, ({ theirs }) => <Sums of={theirs} />, { align: 'end' }),
    column.cell('differenceMinor', 95, (row) => <Money minor={row.differenceMinor} signed />, {
      align: 'end',
    }),
    column.cell('act', 180, (row) => <Decide row={row} />),
    column.text('reason', 160),
    column.cell('businessOn', 110, ({ businessOn }) =>
      businessOn === null ? '–' : <DateOn on={businessOn} />,
    ),
    column.time('at', 132),
  ],
})

/** What a side staked and paid; a dash where it has no such round. */
const Sums = ({ of }: { of: Difference['ours'] }) =>
  of === null ? (
    '–'
  ) : (
    <>
      <Money minor={of.stakeMinor} /> → <Money minor={of.payoutMinor} />
    </>
  )

/** Of which report a row is, its page says. */
function Decide({ row: { id, roundRef, state, reportId } }: { row: Difference }) {
  const { t } = useTranslation('distributors')
  const isAllowed = useAllows()(mayReconcile)
  const [to, setTo] = useState<'disputed' | 'accepted' | null>(null)
  if (!isAllowed || state === 'accepted') return '–'
  return (
    <>
      <div className={blocks['buttons']}>
        {(['disputed', 'accepted'] as const)
          .filter((each) => each !== state)
          .map((each) => (
            <Button key={each} variant="default" size="compact-sm" onClick={() => setTo(each)}>
              {t(`decide.${each}`)}
            </Button>
          ))}
      </div>
      {to && (
        <ActSheet
          call="distributors.decideDifferences"
          input={(reason) => ({ id: reportId, ids: [id], to, reason })}
          refreshes={['distributors']}
          onClose={() => setTo(null)}
          title={t(`decide.one.${to}`, { round: roundRef })}
          submitLabel={t(`decide.${to}`)}
          reason={{ label: t('field.reason'), isRequired: true }}
          onDone={({ count }) => say(t('decide.done', { count }))}
        />
      )}
    </>
  )
}
