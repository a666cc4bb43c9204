import { Button } from '@mantine/core'
import { IconArrowsExchange, IconEyeOff, IconRestore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../lib/connection.ts'
import { useAllows } from '../../lib/permissions.ts'
import { UndoButton } from './LineNotes.tsx'
import { isIgnorable, isReopenable, isTransferable, type Line } from './line-shapes.ts'
import classes from './Matching.module.css'
import detailClasses from './LineDetail.module.css'

export type LineAct = 'ignoreLine' | 'reopenLine' | 'undoLink' | 'internalTransfer'

interface LineActsProps {
  line: Line
  canUndoUntil: string | null
  onAct: (act: LineAct) => void
}

/** What can be done with a line besides linking it. */
export function LineActs({ line, canUndoUntil, onAct }: LineActsProps) {
  const { t } = useTranslation('pre-transactions')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (!mayAct) return <p className={classes.quiet}>{t('matching.readOnly')}</p>
  if (!isIgnorable(line) && !isReopenable(line) && canUndoUntil === null) return null
  return (
    <div className={detailClasses.acts}>
      {isIgnorable(line) && (
        <Button
          variant="default"
          size="sm"
          disabled={isAway}
          leftSection={<IconEyeOff size={16} aria-hidden />}
          onClick={() => onAct('ignoreLine')}
        >
          {t('matching.ignoreLine.button')}
        </Button>
      )}
      {isTransferable(line) && (
        <Button
          variant="default"
          size="sm"
          disabled={isAway}
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => onAct('internalTransfer')}
        >
          {t('matching.internalTransfer.button')}
        </Button>
      )}
      {isReopenable(line) && (
        <Button
          variant="default"
          size="sm"
          disabled={isAway}
          leftSection={<IconRestore size={16} aria-hidden />}
          onClick={() => onAct('reopenLine')}
        >
          {t('matching.reopenLine.button')}
        </Button>
      )}
      {canUndoUntil !== null && <UndoButton until={canUndoUntil} onUndo={() => onAct('undoLink')} />}
    </div>
  )
}
