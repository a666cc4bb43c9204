import { Button } from '@mantine/core'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openSettling } from '../../../lib/call/settling.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatDateInWords } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { notComparedOf, type Day } from '../day-shapes.ts'
import { CloseSheet } from './CloseSheet.tsx'
import { PackButtons } from './PackButtons.tsx'
import { ReopenSheet } from './ReopenSheet.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** What is done and what is left until a day is closed, with the button that does it; then its pack. */
export function ClosingCard({ day }: { day: Day }) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  const [asked, setAsked] = useState<'close' | 'reopen' | null>(null)
  const { state, openCount, items, waiting, closes, oldestOpenOn, businessOn } = day
  const isClosed = state === 'closed'
  const hasItems = items.length > 0
  const [last] = closes
  const steps: [boolean, string][] = [
    [true, t('closing.ledgerClosed')],
    [openCount === 0, t(hasItems ? 'closing.explained' : 'closing.noDifference')],
    [
      isClosed || !hasItems,
      waiting?.kind === 'dayClose'
        ? t('closing.agreedWaiting', { by: waiting.by })
        : t(hasItems ? 'closing.agreed' : 'closing.notNeeded'),
    ],
    [isClosed, t('closing.closed')],
    [
      isClosed && last?.isPacked === true,
      t(isClosed && !last?.isPacked ? 'closing.packing' : 'closing.packed'),
    ],
  ]
  if (state === null)
    return (
      <p className={blocks['warn']} data-tone="grey">
        {t('closing.ledgerWaiting')}
      </p>
    )
  const notCompared = notComparedOf(day)
  const isOlderOpen = oldestOpenOn !== null && oldestOpenOn < businessOn && !isClosed
  return (
    <section className={blocks['card']} aria-label={t('closing.title')}>
      <h3>{t('closing.title')}</h3>
      <ol className={classes['steps']}>
        {steps.map(([isDone, words]) => (
          <li key={words} data-done={isDone || undefined}>
            {isDone ? <IconCheck size={18} aria-hidden /> : <IconCircleDashed size={18} aria-hidden />}
            {words}
          </li>
        ))}
      </ol>
      {isOlderOpen && (
        <p className={blocks['warn']}>
          {t('closing.older', { date: formatDateInWords(oldestOpenOn, reading) })}
        </p>
      )}
      {notCompared !== '' && (
        <p className={blocks['warn']}>
          {t(isClosed ? 'closing.closedNotCompared' : 'closing.notCompared', { names: notCompared })}
        </p>
      )}
      {isClosed && last?.isPacked && <PackButtons on={businessOn} round={last.round} />}
      <Acts day={day} onAsk={setAsked} />
      {asked === 'close' && <CloseSheet day={day} onClose={() => setAsked(null)} />}
      {asked === 'reopen' && <ReopenSheet day={day} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** Close, or reopen, or the request that waits. */
function Acts({ day, onAsk }: { day: Day; onAsk: (act: 'close' | 'reopen') => void }) {
  const { t } = useTranslation('reconcile')
  const mayAct = useAllows()({ reconcile: ['isRead', 'isUpdate'] })
  const { state, waiting, openCount, items } = day
  return (
    <div className={blocks['buttons']}>
      {waiting && (
        <Button variant="default" onClick={() => openSettling(waiting.approvalId)}>
          {t('act.request')}
        </Button>
      )}
      {mayAct && !waiting && state !== null && state !== 'closed' && (
        <Button disabled={openCount !== 0} onClick={() => onAsk('close')}>
          {t(items.length === 0 ? 'act.close' : 'act.askClose')}
        </Button>
      )}
      {mayAct && !waiting && state === 'closed' && (
        <Button variant="default" onClick={() => onAsk('reopen')}>
          {t('act.reopen')}
        </Button>
      )}
    </div>
  )
}
