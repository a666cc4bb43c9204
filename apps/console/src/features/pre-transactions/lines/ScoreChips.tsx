import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Signal } from './line-shapes.ts'
import { pointsChips, signed } from './match-points.ts'
import classes from './LineDetail.module.css'

interface ScoreChipsProps {
  signals: readonly Signal[]
  score: number
  /** False where nothing speaks for the member, and a sum would say less than nothing. */
  hasSum?: boolean
}

/** Every reason of a score with its points, and the sum they make. */
export function ScoreChips({ signals, score, hasSum = true }: ScoreChipsProps) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <ul className={classes.chips} aria-label={t('signals.label')}>
      {pointsChips(signals, score).map((chip) => (
        <li
          key={`${chip.key}:${chip.points}`}
          className={classes.chip}
          data-against={chip.points < 0 || undefined}
        >
          {chip.points < 0 ? <IconMinus size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
          <span>{t(`signals.${chip.key}`, chip.values)}</span>
          <b>{signed(chip.points)}</b>
        </li>
      ))}
      {hasSum && signals.length === 0 && <li className={classes.sum}>{t('signals.none')}</li>}
      {hasSum && signals.length > 0 && (
        <li className={classes.sum}>
          = <b>{score}</b> {t('signals.points')}
        </li>
      )}
    </ul>
  )
}
