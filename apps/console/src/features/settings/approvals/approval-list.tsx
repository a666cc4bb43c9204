import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../../lib/address/approvals-page.ts'
import type { ColumnMaker } from '../../../lib/list/columns.tsx'
import { listPart } from '../../../lib/list/list-screen.tsx'
import type { ListState } from '../../../lib/list/list-spec.ts'
import { firstPage } from '../../../lib/list/question.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { idOf } from '../../../lib/address/search-values.ts'
import { useSettlingOf } from '../../../lib/call/settling.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { scopes, type Scope } from './approval-search.ts'
import { stateTones, useAboutLink, useAboutName, useKindName, type ApprovalRow } from './approval-words.ts'
import { TimeLeft } from './TimeLeft.tsx'
import '../../../ui/kit-later.ts'
import classes from '../Settings.module.css'

/** The requests of one scope: what waits tells how long it still does, what is over how it ended. */
export const approvalList = (scope: Scope) =>
  listPart({
    call: 'approvals.list',
    area: 'settings',
    texts: `lists.${scope}`,
    paging: 'keyset',
    listId: `settings.approvals.${scope}`,
    keeps: { tab: 'approvals', scope },
    fixed: () => ({ scope }),
    query: { live: 'approval', isTracked: false },
    card: ['about', 'amount', 'left', 'state'],
    useTable: decisionIn(scope),
    filters: (filter) => [filter.own({ read: { open: (raw) => idOf(raw, 'apr') }, ask: () => ({}) })],
    columns: (column) => [
      column.cell('kind', 204, (row) => <Kind row={row} />, { heading: 'asking', card: 'title' }),
      column.cell('about', 200, (row) => <About row={row} />),
      column.money('amount', 'amountMinor', 120),
      ...(scope === 'own'
        ? []
        : [column.cell('maker', 140, (row, { t }) => (row.isOwn ? t('own') : row.maker))]),
      column.cell('reason', 214, (row) => row.reason || '–'),
      column.cell('askedAt', 130, (row) => <Time at={row.createdAt} />),
      ...endingOf(scope, column),
    ],
  })

function endingOf(scope: Scope, column: ColumnMaker<ApprovalRow>) {
  const state = column.cell('state', 140, (row, { t }) => (
    <Status tone={stateTones[row.state]} label={t(`states.${row.state}`)} />
  ))
  const left = column.cell('left', 130, (row) =>
    row.state === 'pending' ? <TimeLeft until={row.expiresAt} /> : null,
  )
  if (scope === 'toSettle') return [left]
  if (scope === 'own') return [state, left]
  return [
    state,
    column.cell('checker', 150, (row, { t }) => (row.isSoleOwner ? t('soleOwner') : row.checker)),
    column.cell('settledAt', 150, (row) => <Time at={row.settledAt ?? row.expiresAt} />),
  ]
}

function Kind({ row }: { row: ApprovalRow }) {
  return <>{useKindName()(row.kind)}</>
}

function About({ row }: { row: ApprovalRow }) {
  const href = useAboutLink()(row)
  const name = useAboutName()(row)
  return href === undefined ? <>{name}</> : <AppLink href={href}>{name}</AppLink>
}

/** A request opens over the list, where it is read and decided; the scope stands left of the rows. */
const decisionIn = (scope: Scope) =>
  function useDecision({ search, change }: ListState<'approvals.list'>) {
    const kindName = useKindName()
    const aboutName = useAboutName()
    const close = () => change({ open: undefined }, { replace: true })
    useSettlingOf(typeof search['open'] === 'string' ? search['open'] : undefined, close)
    return {
      rowName: (row: ApprovalRow) => `${kindName(row.kind)} ${aboutName(row)}`,
      onOpen: (row: ApprovalRow) => change({ open: row.id }),
      href: (row: ApprovalRow) => hrefOf(approvalsPage({ scope, open: row.id })),
      bar: (
        <Scopes scope={scope} onChange={(next) => change({ ...firstPage, open: undefined, scope: next })} />
      ),
    }
  }

function Scopes({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useTranslation('settings')
  return (
    <SegmentedControl
      className={classes['scopes'] ?? ''}
      aria-label={t('scope')}
      value={scope}
      data={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
      onChange={(value) => onChange(scopes.find((each) => each === value) ?? 'toSettle')}
    />
  )
}
