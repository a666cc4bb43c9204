import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { AgeingBar } from './AgeingBar.tsx'
import { neighbour } from './line-in-hand.ts'
import { useLineNotes } from '../lines/line-notes.ts'
import type { Line } from '../lines/line-shapes.ts'
import { LineDetail } from './LineDetail.tsx'
import { LineList } from '../lines/LineList.tsx'
import { LineNotes } from '../line-actions/LineNotes.tsx'
import { MatchingFilters } from './MatchingFilters.tsx'
import { clearedPlace, lineFilter, type MatchingSearch } from './matching-search.ts'
import { useFirstInHand, useMatchingKeys, useMove } from './use-matching-keys.ts'
import { useOwnAccounts } from '../own-accounts.ts'
import { useLineSheets } from '../line-actions/use-line-sheets.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/Matching.module.css'
import detailClasses from '../lines/LineDetail.module.css'

const noLines: readonly Line[] = []

export interface MatchingTabProps {
  search: MatchingSearch
  onChange: (changes: Partial<MatchingSearch>, options?: { replace?: boolean }) => void
}

/** The open lines at the left, whose money each may be at the right. */
export function MatchingOpen({ search, onChange }: MatchingTabProps) {
  const isAway = useIsAway()
  const { nameOf, options } = useOwnAccounts()
  const filter = useMemo(() => lineFilter(search, 'open'), [search])
  const { size, after, before } = search
  const page = { ...filter, size, ...(after ? { after } : {}), ...(before ? { before } : {}) }
  const lines = useQueryCall('preTransactions.lines', page, { live: 'statementLine', keepsPrevious: true })
  const totals = useQueryCall('preTransactions.lineTotals', filter, {
    live: 'statementLine',
    isTracked: false,
    keepsPrevious: true,
  })
  const rows = lines.data?.records ?? noLines
  const hold = (line: string | undefined) => onChange({ line }, { replace: true })
  const { notes, add, remove, addTaken } = useLineNotes()
  const move = useMove(rows, search.line, hold)
  const sheets = useLineSheets(nameOf, { add, addTaken }, (lineId) => {
    if (lineId === search.line)
      hold(
        neighbour(
          rows.map(({ id }) => id).filter((id) => id !== lineId),
          undefined,
          move.lastAt.current,
          1,
        ),
      )
  })
  useMatchingKeys(rows, search.line, move.by, sheets)
  useFirstInHand(rows, search.line, hold)
  const isUnfiltered = Object.keys(filter).length === 1
  return (
    <div className={blocks.stack}>
      <div
        className={`${blocks.stack} ${classes.above}`}
        data-line={search.line !== undefined || undefined}
      >
        <MatchingFilters search={search} scope="open" accounts={options} onChange={onChange} />
        <AgeingBar totals={totals.data} />
      </div>
      <LineNotes notes={notes} onClose={remove} onUndo={sheets.undo} />
      <div
        className={classes.panes}
        data-line={search.line !== undefined || undefined}
        data-away={isAway || undefined}
      >
        <LinePane {...{ search, onChange, lines, isUnfiltered, hold }} accountName={nameOf} />
        <div className={classes.right}>
          <LineDetail
            id={search.line}
            accountName={nameOf}
            onLink={sheets.link}
            onAct={sheets.act}
            onBack={() => hold(undefined)}
          />
        </div>
      </div>
      {sheets.sheet}
    </div>
  )
}

interface LinePaneProps extends MatchingTabProps {
  lines: ReturnType<typeof useQueryCall<'preTransactions.lines'>>
  isUnfiltered: boolean
  hold: (line: string | undefined) => void
  accountName: (id: string) => string
}

/** The lines of this page, or why there are none. */
function LinePane({ search, onChange, lines, isUnfiltered, hold, accountName }: LinePaneProps) {
  const { t } = useTranslation('pre-transactions-matching')
  const { size, after, before } = search
  const rows = lines.data?.records ?? noLines
  return (
    <div className={classes.left}>
      <Failed query={lines} isInline={lines.data !== undefined} />
      {!lines.data && !lines.error && <ListSkeleton />}
      {lines.data && rows.length === 0 && (
        <EmptyState title={t('empty')} hint={t(isUnfiltered ? 'emptyHint' : 'emptyFilter')} />
      )}
      <LineList lines={rows} heldId={search.line} onHold={hold} accountName={accountName} />
      {lines.data && (lines.data.hasAfter || lines.data.hasBefore) && (
        <KeysetPager
          place={{ size, after, before }}
          answer={lines.data}
          onPlace={(place) => onChange({ ...clearedPlace, ...place })}
        />
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className={detailClasses.skeleton} aria-busy>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={60} />
      ))}
    </div>
  )
}
