import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { openSettling } from '../../lib/call/settling.ts'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { isUrgent } from './alarm-facts.ts'
import type { Alarm } from './alarm-shapes.ts'
import { AlarmRow } from './AlarmRow.tsx'
import type { useAlarms } from './use-alarms.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Alarms.module.css'

const AlarmSheet = lazy(() => loadChunk('alarm-sheet', () => import('./AlarmSheet.tsx')))

/** More than these are shown when asked for: below the alarms stands the day's work. */
const shownFirst = 5

type AlarmsProps = ReturnType<typeof useAlarms> & {
  /** These are of play alone. */
  isOfPlay: boolean
}

/** What the machine wants a person to look at now, and how each of it ends. */
export function Alarms({ alarms, error, retry, isOfPlay }: AlarmsProps) {
  const { t } = useTranslation('dashboard')
  const failure = useFailure()
  const failed = failure(error)
  const [isWhole, setWhole] = useState(false)
  const [inHand, setInHand] = useState<Alarm | null>(null)
  // What somebody has asked for already is decided where all such requests are.
  const end = (alarm: Alarm) =>
    alarm.approvalId === null ? setInHand(alarm) : openSettling(alarm.approvalId)
  if (failed) return <ErrorState error={failed} isInline onRetry={retry} />
  if (!alarms) return null
  const urgentCount = alarms.filter(isUrgent).length
  const shown = isWhole ? alarms : alarms.slice(0, shownFirst)
  return (
    <section className={blocks['card']} data-dense aria-label={t('alarms.title')}>
      <div className={classes['head']}>
        <h2>{t('alarms.title')}</h2>
        {alarms.length > 0 && (
          <span className={blocks['quiet']}>
            {t('alarms.count', { count: alarms.length })}
            {urgentCount > 0 && ` · ${t('alarms.urgentCount', { count: urgentCount })}`}
          </span>
        )}
      </div>
      {alarms.length === 0 && (
        <p className={classes['none']}>
          <IconCircleCheck size={18} aria-hidden />
          {t(isOfPlay ? 'alarms.noneOfPlay' : 'alarms.none')}
        </p>
      )}
      <ul className={`${blocks['list']} ${classes['list']}`}>
        {shown.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} onEnd={() => end(alarm)} />
        ))}
      </ul>
      {alarms.length > shownFirst && (
        <Button variant="subtle" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('alarms.fewer') : t('alarms.more', { count: alarms.length - shownFirst })}
        </Button>
      )}
      {alarms.some(({ mayEnd }) => !mayEnd) && (
        <p className={blocks['quiet']}>
          {t(alarms.some(({ mayEnd }) => mayEnd) ? 'alarms.partRight' : 'alarms.noRight', {
            needs: t('alarms.needs'),
          })}
        </p>
      )}
      <Suspense>{inHand && <AlarmSheet alarm={inHand} onClose={() => setInHand(null)} />}</Suspense>
    </section>
  )
}
