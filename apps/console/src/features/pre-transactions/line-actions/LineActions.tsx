import { Button } from '@mantine/core'
import { IconArrowsExchange, IconEyeOff, IconRestore, IconUnlink, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { MoreActs, type MoreAct } from '../line-acts/MoreActs.tsx'
import type { RefundAct } from '../line-acts/RefundCard.tsx'
import { UndoButton } from './LineNotes.tsx'
import { isIgnorable, isReopenable, isTransferable, type LineWhole } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

export type LineAct =
  | 'ignoreLine'
  | 'reopenLine'
  | 'undoLink'
  | 'askUnlink'
  | 'internalTransfer'
  | RefundAct
  | 'askUnbook'
  | 'askUnsettle'
  | 'askUninvoice'
  | 'askUnmerge'
  | 'askUnpay'
  | MoreAct

type ButtonAct = 'ignoreLine' | 'internalTransfer' | 'reopenLine' | 'askUnlink' | 'askUnpay'

interface LineActsProps {
  whole: LineWhole
  onAct: (act: LineAct) => void
}

/** What can be done with a line besides linking it. */
export function LineActions({ whole, onAct }: LineActsProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const { line, canUndoUntil, canAskUnlink, unlinkAsked, linkAsked, handling } = whole
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (!mayAct) return <p className={blocks.quiet}>{t('readOnly')}</p>
  if (unlinkAsked !== null) return <WaitsForSecond asked={unlinkAsked} what="unlink" />
  if (linkAsked !== null) return <WaitsForSecond asked={linkAsked} what="link" />
  if (handling.asked !== null) return <WaitsForSecond asked={handling.asked} what={handling.asked.kind} />
  const isUndoable = canUndoUntil !== null || canAskUnlink
  const isPayout = handling.payout !== null
  if (!isIgnorable(line) && !isReopenable(line) && !isUndoable && !isPayout) return null
  const button = (act: ButtonAct, Sign: Icon) => (
    <Button
      variant="default"
      size="sm"
      disabled={isAway}
      leftSection={<Sign size={16} aria-hidden />}
      onClick={() => onAct(act)}
    >
      {t(`pre-transactions-lines:${act}.button`)}
    </Button>
  )
  return (
    <div className={blocks.buttons}>
      {isIgnorable(line) && button('ignoreLine', IconEyeOff)}
      {isTransferable(line) && button('internalTransfer', IconArrowsExchange)}
      {isReopenable(line) && button('reopenLine', IconRestore)}
      {canUndoUntil !== null && <UndoButton until={canUndoUntil} onUndo={() => onAct('undoLink')} />}
      {canAskUnlink && button('askUnlink', IconUnlink)}
      {isPayout && button('askUnpay', IconUnlink)}
      <MoreActs line={line} onAct={onAct} />
    </div>
  )
}

interface WaitsProps {
  asked: Pick<NonNullable<LineWhole['linkAsked']>, 'id' | 'isOwn' | 'maker'>
  what: 'link' | 'unlink' | NonNullable<LineWhole['handling']['asked']>['kind']
}

/** It is to be linked, or its credit taken back: whose turn it is, and the way to read and decide it. */
function WaitsForSecond({ asked: { id, isOwn, maker }, what }: WaitsProps) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <div className={blocks.buttons}>
      <Status
        tone="amber"
        label={
          isOwn
            ? t(`pre-transactions-lines:${what}Own`)
            : t(`pre-transactions-lines:${what}Asked`, { name: maker })
        }
      />
      <Button variant="default" size="sm" onClick={() => openSettling(id)}>
        {t('seeUnlink')}
      </Button>
    </div>
  )
}
