import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { isRefusal } from '../../../lib/call/call.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateInWords } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { notComparedOf, type Day } from '../day-shapes.ts'

interface DaySheetProps {
  day: Day
  onClose: () => void
}

/** Closes the day as it is shown: at once where nothing differs, else when a second person agrees. */
export function CloseSheet({ day, onClose }: DaySheetProps) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  const { businessOn: on, factsHash, items, differenceMinor, netMinor } = day
  const isAlone = items.length === 0
  const names = notComparedOf(day)
  const effect = isAlone ? t('close.effectAlone') : t('close.effectTwo', { count: items.length })
  return (
    <ActSheet
      call="reconcile.close"
      input={(comment) => ({ on, factsHash: factsHash ?? '', ...(comment === '' ? {} : { comment }) })}
      refreshes={['reconcile', 'approvals']}
      onClose={onClose}
      title={t('close.title', { date: formatDateInWords(on, reading) })}
      submitLabel={t(isAlone ? 'act.close' : 'act.askClose')}
      facts={[
        { label: t('close.differences'), value: items.length },
        { label: t('totals.absolute'), value: <Money minor={differenceMinor} /> },
        { label: t('totals.net'), value: <Money minor={netMinor} signed /> },
      ]}
      reason={{ label: t('close.comment'), isRequired: false }}
      notice={names === '' ? effect : `${effect} · ${t('closing.notCompared', { names })}`}
      worded={(thrown) =>
        isRefusal(thrown, 'reconcile.close') && thrown.code === 'stale'
          ? { message: t('closing.changed') }
          : null
      }
      onDone={({ state }) =>
        say(t(state === 'done' ? 'close.done' : 'close.asked'), state === 'done' ? 'green' : 'amber')
      }
    />
  )
}
