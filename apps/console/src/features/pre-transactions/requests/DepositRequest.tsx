import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { useShortcuts, type Shortcut } from '../../../ui/keys/shortcuts.ts'
import { nextInHand } from '../rows/claim-clock.ts'
import { DepositReject } from '../decision/DepositReject.tsx'
import { isRefusable, type QueueRow } from '../rows/queue-shapes.ts'
import { RowFacts, RowLinks } from '../rows/RowFacts.tsx'
import { StateTag } from '../rows/RowCells.tsx'
import { DepositSlips } from '../slips/parts.tsx'
import { useDecider } from '../decision/use-decider.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../decision/Sheet.module.css'

interface DepositRequestProps {
  id: string
  rows: readonly QueueRow[]
  /** Its refusal's confirmation comes up with it. */
  isRejecting: boolean
  onShow: (id: string | null) => void
}

/** A deposit that waits: what is known, the way to its statement line, and refusing it. */
export default function DepositRequest({ id, rows, isRejecting: isAsked, onShow }: DepositRequestProps) {
  const { t } = useTranslation('pre-transactions')
  const [isRejecting, setRejecting] = useState(isAsked)
  const { mayTake } = useDecider()
  const ids = useMemo(() => rows.map((each) => each.id), [rows])
  const isAway = useIsAway()
  const allowed = useAllows()
  const mayRead = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const listed = rows.find((row) => row.id === id)
  const asked = useQueryCall(
    'preTransactions.queueRow',
    { kind: 'deposit', id },
    { isEnabled: listed === undefined && mayRead, isTracked: false },
  )
  const accounts = useQueryCall('preTransactions.accounts', {}, { isEnabled: mayRead, isTracked: false })
  const row = listed ?? asked.data
  const mayReject = allowed({ pretransactionDepositWithdraw: ['isRead', 'isUpdate'] })
  const canReject = row !== undefined && isRefusable(row) && mayReject && !isAway
  const shortcuts = useMemo<Shortcut[]>(() => {
    const keys: Shortcut[] = [
      { key: 'n', label: t('request.keys.next'), run: () => onShow(nextInHand(ids, id)) },
      { key: 'Escape', label: t('request.close'), run: () => onShow(null) },
    ]
    if (canReject) keys.push({ key: 'r', label: t('request.acts.reject'), run: () => setRejecting(true) })
    return keys
  }, [t, onShow, ids, id, canReject])
  useShortcuts(t('request.sheet'), shortcuts)
  const next = () => onShow(nextInHand(ids, id))
  const nextToDecide = () => {
    const free = new Set(rows.filter(mayTake).map((each) => each.id))
    onShow(nextInHand(ids, id, (each) => free.has(each)))
  }
  return (
    <>
      <header className={classes['head']}>
        <h2>{row?.reference ?? t('request.sheet')}</h2>
        {row && <StateTag row={row} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('request.close')}
          onClick={() => onShow(null)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['body']}>
        {row ? (
          <>
            <p className={blocks['banner']} data-tone="blue">
              {t('request.depositNote')}
            </p>
            <RowFacts row={row} accounts={accounts.data?.records ?? []} />
            <Suspense fallback={null}>
              <DepositSlips id={row.id} />
            </Suspense>
            <RowLinks row={row} />
          </>
        ) : (
          !asked.isLoading && <EmptyState title={t('request.gone')} hint={t('request.goneHint')} />
        )}
      </div>
      <footer className={classes['foot']}>
        {row && isRefusable(row) && mayReject && (
          <Button variant="default" disabled={isAway} onClick={() => setRejecting(true)}>
            {t('queue.rejectDeposit')}
          </Button>
        )}
        {row && !mayReject && <span className={blocks['quiet']}>{t('queue.noReject')}</span>}
        <Button variant="default" onClick={next}>
          {t('request.keys.next')}
        </Button>
        {row && (
          <DepositReject
            row={row}
            isOpen={isRejecting}
            onClose={() => setRejecting(false)}
            onDone={nextToDecide}
          />
        )}
      </footer>
    </>
  )
}
