import { IconBan, IconChecks, IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryCall } from '../../lib/call/query.ts'
import { openSettling } from '../../lib/call/settling.ts'
import type { Act } from '../../lib/record/RecordActs.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { HoleHelp } from '../../ui/page/HoleHelp.tsx'
import { CancelSheet } from './CancelSheet.tsx'
import { TransferFacts } from './TransferFacts.tsx'
import { holesOf, isUnseen, needsFace, stageOf, type TransferRow } from './transfer-shapes.ts'
import { TransferStates } from './TransferStates.tsx'
import { TransferSteps } from './TransferSteps.tsx'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

/** The request behind it, for whom may read that, and whether the sheet to cancel it is open. */
function useHand(_id: string, row: TransferRow | undefined) {
  const [isCancelling, setCancelling] = useState(false)
  const approvalId = row?.approvalId ?? null
  const { data: request } = useQueryCall(
    'approvals.get',
    { id: approvalId ?? '' },
    { isEnabled: approvalId !== null, live: 'approval', isTracked: false },
  )
  return { request, isCancelling, setCancelling }
}

/** One transfer: how far it came, what it was asked for, and what may be done with it. */
export default recordPanel({
  call: 'ownTransfers.get',
  area: 'own-transfers',
  heading: 'panel.title',
  query: { live: 'ownTransfer', refetchEveryMs: 15_000 },
  title: (transfer) => <span className={classes['reference']}>{transfer.reference}</span>,
  aside: (transfer) => <TransferStates transfer={transfer} />,
  useHand,
  acts: (transfer, { t, allows, hand: { request, setCancelling } }) => {
    const acts: Act[] = []
    if (request) {
      const isMine = request.state === 'pending' && request.mayDecide
      acts.push({
        label: t(
          isMine ? 'act.decide' : request.isOwn && request.state === 'pending' ? 'act.own' : 'act.request',
        ),
        icon: isMine ? IconChecks : IconFileSearch,
        run: () => openSettling(request.id),
        isQuiet: !isMine,
      })
    }
    if (isUnseen(transfer) && allows({ paymentAutoTransfer: ['isCreate'] }))
      acts.push({
        label: t('act.cancel'),
        icon: IconBan,
        run: () => setCancelling(true),
        isOnline: true,
        isQuiet: true,
      })
    return acts
  },
  body: (transfer, { t }) => (
    <>
      {transfer.state === 'approved' && (
        <p className={blocks['warn']} data-tone="blue">
          {t(`panel.${stageOf(transfer)}`)}
          {isUnseen(transfer) && needsFace(transfer.amountMinor) && ` ${t('effect.face')}`}
        </p>
      )}
      {transfer.template !== null && (
        <p className={blocks['quiet']}>{t('panel.template', { name: transfer.template })}</p>
      )}
      {holesOf(transfer).map(({ id, label }) => (
        <HoleHelp key={id} accountId={id} name={label} />
      ))}
      <TransferFacts of={transfer} />
      <TransferSteps transfer={transfer} />
    </>
  ),
  beside: (transfer, { hand: { isCancelling, setCancelling } }) =>
    isCancelling && <CancelSheet transfer={transfer} onClose={() => setCancelling(false)} />,
})
