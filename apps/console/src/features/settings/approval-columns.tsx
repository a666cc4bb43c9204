import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import type { Scope } from './approval-search.ts'
import { stateTones, useAboutLink, useAboutName, useKindName, type ApprovalRow } from './approval-words.ts'
import { TimeLeft } from './TimeLeft.tsx'

function Kind({ row }: { row: ApprovalRow }) {
  return <>{useKindName()(row.kind)}</>
}

function About({ row }: { row: ApprovalRow }) {
  const href = useAboutLink()(row)
  const name = useAboutName()(row)
  return href === undefined ? <>{name}</> : <AppLink href={href}>{name}</AppLink>
}

function State({ row }: { row: ApprovalRow }) {
  const { t } = useTranslation('settings')
  return <Status tone={stateTones[row.state]} label={t(`states.${row.state}`)} />
}

function Maker({ row }: { row: ApprovalRow }) {
  const { t } = useTranslation('settings')
  return <>{row.isOwn ? t('own') : row.maker}</>
}

/** The columns of the requests: what waits tells how long it still does, what is over how it ended. */
export function useApprovalColumns(scope: Scope): Column<ApprovalRow>[] {
  const { t } = useTranslation('settings')
  return useMemo((): Column<ApprovalRow>[] => {
    const column = (id: string, width: number, cell: Column<ApprovalRow>['cell']): Column<ApprovalRow> => ({
      id,
      header: t(`columns.${id}`),
      cell,
      width,
    })
    const state = column('state', 140, (row) => <State row={row} />)
    const left = column('left', 130, (row) =>
      row.state === 'pending' ? <TimeLeft until={row.expiresAt} /> : null,
    )
    const ending = {
      toSettle: [left],
      own: [state, left],
      settled: [
        state,
        column('checker', 150, (row) => (row.isSoleOwner ? t('soleOwner') : row.checker)),
        column('settledAt', 150, (row) => <Time at={row.settledAt ?? row.expiresAt} />),
      ],
    }
    return [
      { ...column('kind', 204, (row) => <Kind row={row} />), card: 'title' },
      column('about', 200, (row) => <About row={row} />),
      {
        ...column('amount', 120, (row) => <Money minor={row.amountMinor} />),
        align: 'end',
      },
      ...(scope === 'own' ? [] : [column('maker', 140, (row) => <Maker row={row} />)]),
      column('reason', 214, (row) => row.reason || '–'),
      column('askedAt', 130, (row) => <Time at={row.createdAt} />),
      ...ending[scope],
    ]
  }, [t, scope])
}
