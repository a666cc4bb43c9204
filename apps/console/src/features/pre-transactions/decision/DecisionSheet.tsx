import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKey } from '@khlang/contract/derived/client.ts'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { missedTopic, useLive } from '../../../lib/call/live.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { CheckTable } from './CheckTable.tsx'
import { askAgainInMs, msOf, nextInHand, type Holder } from '../rows/claim-clock.ts'
import { DecisionActions, type Quick } from './DecisionActions.tsx'
import type { QueueRow, Sheet } from '../rows/queue-shapes.ts'
import { ClaimBadge, StateTag } from '../rows/RowCells.tsx'
import { SheetFacts } from './SheetFacts.tsx'
import { SheetNotes } from './SheetNotes.tsx'
import { LegTable, PayoutTable, RecentTable } from './SheetTables.tsx'
import { useClaim, type Claim } from './use-claim.ts'
import { useDecider } from './use-decider.ts'
import classes from './Sheet.module.css'

export interface DecisionSheetProps {
  id: string
  /** What else waits, in the order of the list: N goes through it. */
  rows: readonly QueueRow[]
  /** The act whose confirmation comes up with the sheet. */
  quick?: Quick | undefined
  /** Shows another withdrawal's sheet, or closes it (null). */
  onShow: (id: string | null) => void
}

/** The states in which there is something to hold a withdrawal for. */
const claimable: readonly string[] = ['review', 'failed', 'unknown']

/** The sheet's data, read again when its row changes and when the time of another who holds it is up. */
function useSheet(id: string) {
  const client = useQueryClient()
  const decider = useDecider()
  const mayAct = useAllows()({ pretransactionRequest: ['isRead', 'isUpdate'] })
  const sheet = useQueryCall('preTransactions.withdrawal', { id }, { isTracked: false, staleMs: 0 })
  const row = sheet.data?.row
  const now = useNow()
  const isHeld = row !== undefined && decider.isHeld(row, now)
  // What is above one's limit is opened to read: it stays free for those who can decide it.
  const isForReading = row === undefined || !mayAct || decider.isAbove(row)
  const claim = useClaim(id, !isForReading && !isHeld && claimable.includes(row.state))
  useLive('withdrawal', (event) => {
    if (event.topic !== missedTopic && event.id !== id) return
    claim.askAgain()
    void client.invalidateQueries({ queryKey: queryKey('preTransactions.withdrawal', { id }) })
  })
  const heldUntil = isHeld ? row.claimedUntil : null
  const { refetch } = sheet
  useEffect(() => {
    const untilMs = msOf(heldUntil)
    if (untilMs === null) return
    const timer = setTimeout(() => void refetch(), askAgainInMs(untilMs, Date.now()))
    return () => clearTimeout(timer)
  }, [heldUntil, refetch])
  const holder: Holder | null = isHeld
    ? { name: row.claimedBy, untilMs: msOf(row.claimedUntil) ?? now }
    : claim.holder
  return { sheet, claim, mayAct, decider, holder: claim.ownUntilMs === null ? holder : null }
}

/** Everything one withdrawal is decided on, and the acts. Open, it is claimed for whoever may decide it. */
export default function DecisionSheet({ id, rows, quick, onShow }: DecisionSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { sheet, claim, mayAct, decider, holder } = useSheet(id)
  const close = () => onShow(null)
  const ids = rows.map((row) => row.id)
  const next = () => onShow(nextInHand(ids, id))
  const nextToDecide = () => {
    const free = new Set(rows.filter(decider.mayTake).map((row) => row.id))
    onShow(nextInHand(ids, id, (each) => free.has(each)))
  }
  return (
    <>
      <header className={classes['head']}>
        <h2>{sheet.data?.row.reference ?? t('request.sheet')}</h2>
        {sheet.data && <StateTag row={sheet.data.row} />}
        {sheet.data && <ClaimBadge row={sheet.data.row} ownUntilMs={claim.ownUntilMs} />}
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('request.close')} onClick={close}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      {sheet.data ? (
        <>
          <Body sheet={sheet.data} claim={claim} holder={holder} limitMinor={decider.limitMinor} />
          <DecisionActions
            sheet={sheet.data}
            claim={claim}
            isHeld={holder !== null}
            mayAct={mayAct}
            quick={quick}
            onDone={nextToDecide}
            onNext={next}
            onClose={close}
            onRefresh={() => void sheet.refetch()}
          />
        </>
      ) : (
        <div className={classes['body']}>
          {sheet.error ? (
            <ErrorState
              error={{ message: errorText(sheet.error), requestId: sheet.error.requestId }}
              onRetry={() => void sheet.refetch()}
            />
          ) : (
            <Bones />
          )}
        </div>
      )}
    </>
  )
}

interface BodyProps {
  sheet: Sheet
  claim: Claim
  holder: Holder | null
  limitMinor: number | null
}

function Body({ sheet, claim, holder, limitMinor }: BodyProps) {
  return (
    <div className={classes['body']} tabIndex={-1}>
      <SheetNotes sheet={sheet} claim={claim} holder={holder} limitMinor={limitMinor} />
      <SheetFacts sheet={sheet} />
      <CheckTable checks={sheet.checks} at={sheet.row.at} />
      <PayoutTable payouts={sheet.payouts} />
      <LegTable legs={sheet.legs} />
      <RecentTable recent={sheet.recent} />
    </div>
  )
}

function Bones() {
  return (
    <>
      <Skeleton height={36} width="50%" />
      {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
        <Skeleton key={line} height={24} />
      ))}
    </>
  )
}
