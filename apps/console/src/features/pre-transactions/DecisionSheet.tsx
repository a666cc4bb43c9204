import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '@khlang/contract/client.ts'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/error-text.ts'
import { missedTopic, useLive } from '../../lib/live.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CheckTable } from './CheckTable.tsx'
import { nextInHand } from './claim-clock.ts'
import { DecisionActs } from './DecisionActs.tsx'
import type { Sheet } from './queue-shapes.ts'
import { ClaimBadge, StateTag } from './RowCells.tsx'
import { SheetFacts } from './SheetFacts.tsx'
import { SheetNotes } from './SheetNotes.tsx'
import { LegTable, PayoutTable, RecentTable } from './SheetTables.tsx'
import { useClaim } from './use-claim.ts'
import classes from './Sheet.module.css'

export interface DecisionSheetProps {
  id: string
  /** What else waits, in the order of the list: N goes through it. */
  ids: readonly string[]
  /** Shows another withdrawal's sheet, or closes it (null). */
  onShow: (id: string | null) => void
}

/** Everything one withdrawal is decided on, and the acts. Open, it is claimed for this person. */
export default function DecisionSheet({ id, ids, onShow }: DecisionSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const client = useQueryClient()
  const sheet = useQueryCall('preTransactions.withdrawal', { id }, { isTracked: false, staleMs: 0 })
  useLive('withdrawal', (event) => {
    if (event.topic !== missedTopic && event.id !== id) return
    void client.invalidateQueries({ queryKey: queryKey('preTransactions.withdrawal', { id }) })
  })
  const mayAct = useAllows()({ pretransactionRequest: ['isRead', 'isUpdate'] })
  const state = sheet.data?.row.state
  const claim = useClaim(id, mayAct && (state === 'review' || state === 'failed' || state === 'unknown'))
  const close = () => onShow(null)
  const next = () => onShow(nextInHand(ids, id))
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
          <Body sheet={sheet.data} claim={claim} />
          <DecisionActs
            sheet={sheet.data}
            claim={claim}
            mayAct={mayAct}
            onDone={next}
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

function Body({ sheet, claim }: { sheet: Sheet; claim: ReturnType<typeof useClaim> }) {
  return (
    <div className={classes['body']} tabIndex={-1}>
      <SheetNotes sheet={sheet} claim={claim} />
      <SheetFacts sheet={sheet} />
      <CheckTable checks={sheet.checks} />
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
