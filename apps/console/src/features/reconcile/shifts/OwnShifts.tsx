import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { ShiftForm } from './ShiftForm.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** One's own shift as it stands, and those that one has closed: for whoever works, whatever their role. */
export default function OwnShifts() {
  const { t } = useTranslation('reconcile')
  const query = useQueryCall('reconcile.ownShifts', {}, { refetchEveryMs: 30_000 })
  return (
    <div className={blocks['stack']}>
      <ShiftForm />
      <section className={blocks['stack']} aria-label={t('shift.ownTitle')}>
        <h2>{t('shift.ownTitle')}</h2>
        <Asked query={query}>
          {({ records }) =>
            records.length === 0 ? (
              <EmptyState title={t('shift.ownNone')} hint={t('shift.ownNoneHint')} />
            ) : (
              records.map((shift) => <ShiftCard key={shift.id} shift={shift} />)
            )
          }
        </Asked>
      </section>
    </div>
  )
}
