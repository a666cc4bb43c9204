import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import type { Shift } from './ShiftFigures.tsx'
import { ShiftForm } from './ShiftForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface ShiftTabProps {
  on: string
  onDay: (on: string) => void
}

/** The own shift as it stands, and those that ended on a day, for whoever takes over. */
export function ShiftTab({ on, onDay }: ShiftTabProps) {
  const { t } = useTranslation('reconcile')
  const query = useQueryCall('reconcile.shifts', { on }, { refetchEveryMs: 30_000 })
  const [taking, setTaking] = useState<Shift | null>(null)
  return (
    <div className={blocks['stack']}>
      <ShiftForm onDone={onDay} />
      <section className={blocks['stack']} aria-label={t('shift.listTitle')}>
        <div className={blocks['sides']}>
          <h2>{t('shift.listTitle')}</h2>
          <DateField
            label={t('shift.date')}
            value={on}
            isClearable={false}
            onChange={(day) => day !== null && onDay(day)}
          />
        </div>
        <Asked query={query}>
          {({ records }) =>
            records.length === 0 ? (
              <EmptyState title={t('shift.none')} />
            ) : (
              records.map((shift) => (
                <ShiftCard key={shift.id} shift={shift} onTake={() => setTaking(shift)} />
              ))
            )
          }
        </Asked>
      </section>
      {taking && (
        <ActSheet
          call="reconcile.takeShift"
          input={() => ({ id: taking.id })}
          refreshes={['reconcile.shifts']}
          onClose={() => setTaking(null)}
          title={t('shift.take')}
          submitLabel={t('shift.take')}
          facts={[
            { label: t('columns.employee'), value: taking.employee },
            { label: t('shift.note'), value: taking.note },
          ]}
          onDone={() => say(t('shift.taken'))}
        />
      )}
    </div>
  )
}
