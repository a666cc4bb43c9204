import { Skeleton } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '@khlang/contract/derived/client.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { AgeingBar } from './AgeingBar.tsx'
import { neighbour } from './line-in-hand.ts'
import { useLineNotes } from '../lines/line-notes.ts'
import { isIgnorable, isLinkable, type Line, type LineWhole } from '../lines/line-shapes.ts'
import { LineDetail } from './LineDetail.tsx'
import { LineList } from '../lines/LineList.tsx'
import { LineNotes } from '../line-acts/LineNotes.tsx'
import { MatchingFilters } from './MatchingFilters.tsx'
import { clearedPlace, lineFilter, type MatchingSearch } from './matching-search.ts'
import { useOwnAccounts } from '../own-accounts.ts'
import { useLineSheets } from '../line-acts/use-line-sheets.tsx'
import classes from '../lines/Matching.module.css'
import detailClasses from '../lines/LineDetail.module.css'

const noLines: readonly Line[] = []

export interface MatchingTabProps {
  search: MatchingSearch
  onChange: (changes: Partial<MatchingSearch>, options?: { replace?: boolean }) => void
}

/** The open lines at the left, whose money each may be at the right. */
export function MatchingOpen({ search, onChange }: MatchingTabProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
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
    <div className={classes.screen}>
      <div className={classes.above} data-line={search.line !== undefined || undefined}>
        <MatchingFilters search={search} scope="open" accounts={options} onChange={onChange} />
        <AgeingBar totals={totals.data} />
      </div>
      <LineNotes notes={notes} onClose={remove} onUndo={sheets.undo} />
      <div
        className={classes.panes}
        data-line={search.line !== undefined || undefined}
        data-away={isAway || undefined}
      >
        <div className={classes.left}>
          {lines.error && (
            <ErrorState
              error={{ message: errorText(lines.error), requestId: lines.error.requestId }}
              onRetry={() => void lines.refetch()}
              isInline={lines.data !== undefined}
            />
          )}
          {!lines.data && !lines.error && <ListSkeleton />}
          {lines.data && rows.length === 0 && (
            <EmptyState
              title={t('matching.empty')}
              hint={t(isUnfiltered ? 'matching.emptyHint' : 'matching.emptyFilter')}
            />
          )}
          <LineList lines={rows} heldId={search.line} onHold={hold} accountName={nameOf} />
          {lines.data && (lines.data.hasAfter || lines.data.hasBefore) && (
            <KeysetPager
              place={{ size, after, before }}
              answer={lines.data}
              onPlace={(place) => onChange({ ...clearedPlace, ...place })}
            />
          )}
        </div>
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

function ListSkeleton() {
  return (
    <div className={detailClasses.skeleton} aria-busy>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={60} />
      ))}
    </div>
  )
}

/** J and K: a line that left the list gives its place to the next. */
function useMove(
  rows: readonly Line[],
  heldId: string | undefined,
  hold: (id: string | undefined) => void,
) {
  const lastAt = useRef(0)
  const ids = rows.map(({ id }) => id)
  const at = heldId === undefined ? -1 : ids.indexOf(heldId)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  return { lastAt, by: (step: 1 | -1) => hold(neighbour(ids, heldId, lastAt.current, step) ?? heldId) }
}

/** On a wide screen the first line is in hand from the start; a narrow one begins with the list. */
function useFirstInHand(
  rows: readonly Line[],
  heldId: string | undefined,
  hold: (id: string) => void,
): void {
  const first = rows[0]?.id
  const isDone = useRef(heldId !== undefined)
  useEffect(() => {
    if (isDone.current || first === undefined) return
    isDone.current = true
    if (window.matchMedia('(min-width: 901px)').matches) hold(first)
  }, [first, hold])
}

function useMatchingKeys(
  rows: readonly Line[],
  heldId: string | undefined,
  move: (step: 1 | -1) => void,
  sheets: Pick<ReturnType<typeof useLineSheets>, 'link' | 'act'>,
): void {
  const { t } = useTranslation('pre-transactions')
  const client = useQueryClient()
  const go = useGo()
  const allowed = useAllows()
  const mayAct = allowed({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayOpen = allowed({ memberManagement: ['isRead', 'isUpdate'] })
  const whole = (): LineWhole | undefined =>
    heldId === undefined ? undefined : client.getQueryData(queryKey('preTransactions.line', { id: heldId }))
  const linkBest = () => {
    const held = whole()
    const best = held?.suggestions[0]
    if (held && best && isLinkable(held.line)) sheets.link(held.line, best)
  }
  const ignore = () => {
    const line = rows.find(({ id }) => id === heldId)
    if (line && isIgnorable(line)) sheets.act('ignoreLine', line)
  }
  const openMember = () => {
    const member = whole()?.line.member ?? whole()?.suggestions[0]?.member
    if (member) go({ to: '/member/member-detail/{id}', id: member.id })
  }
  useShortcuts(t('matching.keys.group'), [
    { key: 'j', label: t('matching.keys.next'), run: () => move(1) },
    { key: 'k', label: t('matching.keys.previous'), run: () => move(-1) },
    ...(mayAct ? [{ key: 'l', label: t('matching.keys.link'), run: linkBest }] : []),
    ...(mayAct ? [{ key: 'i', label: t('matching.keys.ignore'), run: ignore }] : []),
    ...(mayOpen ? [{ key: 'u', label: t('matching.keys.member'), run: openMember }] : []),
  ])
}
