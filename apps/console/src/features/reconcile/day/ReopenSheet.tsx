import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateInWords } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import type { Day } from '../day-shapes.ts'

/** Asks a second person to open a closed day again. */
export function ReopenSheet({ day: { businessOn: on }, onClose }: { day: Day; onClose: () => void }) {
  const { t } = useTranslation('reconcile')
  const reading = useReading()
  return (
    <ActSheet
      call="reconcile.reopen"
      input={(reason) => ({ on, reason })}
      refreshes={['reconcile', 'approvals']}
      onClose={onClose}
      title={t('reopen.title', { date: formatDateInWords(on, reading) })}
      submitLabel={t('act.reopen')}
      reason={{ label: t('reopen.reason'), isRequired: true }}
      notice={t('reopen.effect')}
      onDone={({ state }) => say(t(state === 'done' ? 'reopen.done' : 'reopen.asked'), 'amber')}
    />
  )
}
