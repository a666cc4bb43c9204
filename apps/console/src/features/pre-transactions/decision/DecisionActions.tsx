import { Button, Kbd } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useShortcuts, type Shortcut } from '../../../ui/keys/shortcuts.ts'
import { ApproveSheet } from './ApproveSheet.tsx'
import type { Sheet } from '../rows/queue-shapes.ts'
import type { ActProps } from './use-decision.ts'
import { RejectSheet } from './RejectSheet.tsx'
import { ResolveSheet } from './ResolveSheet.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Sheet.module.css'

interface DecisionActsProps extends ActProps {
  mayAct: boolean
  /** Another person has it in hand: nothing can be pressed. */
  isHeld: boolean
  /** The act whose confirmation comes up with the sheet, where it may be done. */
  quick?: Quick | undefined
  onNext: () => void
}
/** What a row of a list offers to do at once; the sheet and its confirmation still come between. */
export type Quick = 'approve' | 'reject'
type Act = 'approve' | 'retry' | 'reject' | 'resolve'

/** What may be done in which state; a right that is missing hides the button. */
function actsOf(sheet: Sheet, mayAct: boolean, mayResolve: boolean): readonly Act[] {
  if (sheet.row.state === 'review' && mayAct) return sheet.canApprove ? ['approve', 'reject'] : ['reject']
  if (sheet.row.state === 'failed' && mayAct) return sheet.canApprove ? ['retry', 'reject'] : ['reject']
  return sheet.row.state === 'unknown' && mayResolve ? ['resolve'] : []
}

/** The buttons of the sheet and their confirmations. Keys: A approves or sends again, R rejects, N next. */
export function DecisionActions({ mayAct, isHeld, quick, onNext, ...act }: DecisionActsProps) {
  const { t } = useTranslation('pre-transactions')
  const mayResolve = useAllows()({ pretransactionReconcileWithdraw: ['isRead', 'isUpdate'] })
  const isAway = useIsAway()
  const acts = actsOf(act.sheet, mayAct, mayResolve)
  const canAct = !isAway && !isHeld
  const first = acts.find((each) => each !== 'reject')
  const [shown, setShown] = useState<Act | null>(null)
  const [awaited, setAwaited] = useState(quick)
  // Held first: what is confirmed before that would be of a row that the claim has just changed.
  const isHeldHere = act.claim.ownUntilMs !== null
  if (awaited !== undefined && canAct && (isHeldHere || !act.sheet.canApprove)) {
    setAwaited(undefined)
    setShown((awaited === 'reject' ? acts.find((each) => each === 'reject') : first) ?? null)
  }
  const shortcuts = useMemo<Shortcut[]>(() => {
    const keys: Shortcut[] = [
      { key: 'n', label: t('request.keys.next'), run: onNext },
      { key: 'Escape', label: t('request.close'), run: act.onClose },
    ]
    if (!canAct) return keys
    if (first) keys.push({ key: 'a', label: t(`request.acts.${first}`), run: () => setShown(first) })
    if (acts.includes('reject'))
      keys.push({ key: 'r', label: t('request.acts.reject'), run: () => setShown('reject') })
    return keys
  }, [t, onNext, act.onClose, canAct, first, acts])
  useShortcuts(t('request.sheet'), shortcuts)
  const dialog = { ...act, onClose: () => setShown(null) }
  return (
    <footer className={classes['foot']}>
      {first && (
        <Button disabled={!canAct} onClick={() => setShown(first)} rightSection={<Kbd size="xs">A</Kbd>}>
          {t(`request.acts.${first}`)}
        </Button>
      )}
      {acts.includes('reject') && (
        <Button
          variant="default"
          disabled={!canAct}
          onClick={() => setShown('reject')}
          rightSection={<Kbd size="xs">R</Kbd>}
        >
          {t('request.acts.reject')}
        </Button>
      )}
      {acts.length === 0 && <Nothing sheet={act.sheet} />}
      <Button variant="default" onClick={onNext} rightSection={<Kbd size="xs">N</Kbd>}>
        {t('request.keys.next')}
      </Button>
      <ApproveSheet
        {...dialog}
        isOpen={shown === 'approve' || shown === 'retry'}
        isRetry={shown === 'retry'}
      />
      <RejectSheet {...dialog} isOpen={shown === 'reject'} />
      {shown === 'resolve' && <ResolveSheet {...dialog} />}
    </footer>
  )
}

/** Why there is nothing to press: it is decided, or the right is missing. */
function Nothing({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('pre-transactions')
  const isOpen = ['review', 'failed', 'unknown'].includes(sheet.row.state)
  const text = !isOpen
    ? t('request.decided', { name: sheet.row.handler ?? '–' })
    : sheet.row.state === 'unknown'
      ? t('request.noResolveRight')
      : t('request.noRight')
  return <span className={blocks['quiet']}>{text}</span>
}
