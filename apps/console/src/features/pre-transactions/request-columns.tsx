import type { TFunction } from 'i18next'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { QueueRow } from './queue-shapes.ts'
import { ClaimBadge, KindTag, MemberCell, SlaCell, StateTag } from './RowCells.tsx'

/** The columns of the request list: what presses first, then who and how much. */
export function requestColumns(t: TFunction<'pre-transactions'>): Column<QueueRow>[] {
  const header = (id: string) => ({ id, header: t(`queue.columns.${id}`) })
  const checks = (row: QueueRow) =>
    row.checksFailed.map((code) => t(`checks.${code}.name`, { defaultValue: code })).join(', ') || '–'
  return [
    { ...header('age'), cell: (row) => <SlaCell row={row} isShort />, width: 132 },
    { ...header('kind'), cell: (row) => <KindTag kind={row.kind} />, width: 62, card: 'aside' },
    { ...header('state'), cell: (row) => <StateTag row={row} />, width: 142, card: 'aside' },
    { ...header('amount'), cell: (row) => <Money minor={row.amountMinor} />, width: 108, align: 'end' },
    { ...header('member'), cell: (row) => <MemberCell member={row.member} />, width: 176 },
    {
      id: 'claim',
      header: t('request.claim'),
      cell: (row) => <ClaimBadge row={row} ownUntilMs={null} whenFree={<Money minor={null} />} />,
      width: 118,
    },
    { id: 'checks', header: t('request.notGreen'), cell: checks, width: 152 },
    {
      id: 'band',
      header: t('request.band'),
      cell: (row) => (row.band === null ? '–' : t(`request.bands.${row.band}`, { defaultValue: row.band })),
      width: 110,
      isHidden: true,
    },
    { ...header('reference'), cell: (row) => row.reference, width: 118, isFixed: true, card: 'title' },
  ]
}
