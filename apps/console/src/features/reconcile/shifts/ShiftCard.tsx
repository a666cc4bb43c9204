import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/figures/Time.tsx'
import { ShiftFigures, type Shift } from './ShiftFigures.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** One shift that was closed: what was done in it, what was handed over, and who has taken it. */
export function ShiftCard({ shift, onTake }: { shift: Shift; onTake?: () => void }) {
  const { t } = useTranslation('reconcile')
  const { employee, startedAt, endedAt, note, acknowledgedBy, isOwn } = shift
  return (
    <article className={blocks['card']} aria-label={employee}>
      <header className={blocks['sides']}>
        <h3>{employee}</h3>
        <span className={blocks['muted']}>
          <Time at={startedAt} show="exact" /> – <Time at={endedAt} show="exact" />
        </span>
      </header>
      <ShiftFigures figures={shift.figures} />
      <p>{note}</p>
      <div className={blocks['sides']}>
        <span className={blocks['muted']}>
          {acknowledgedBy ? t('shift.takenBy', { by: acknowledgedBy }) : t('shift.notTaken')}
        </span>
        {onTake && !acknowledgedBy && !isOwn && (
          <Button size="sm" onClick={onTake}>
            {t('shift.take')}
          </Button>
        )}
      </div>
    </article>
  )
}
