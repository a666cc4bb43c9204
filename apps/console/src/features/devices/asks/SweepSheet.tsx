import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import '../../../ui/kit-later.ts'
import type { DeviceDetail } from '../device-shapes.ts'

const hourMs = 3_600_000
/** How far back somebody may want it, in hours; the server takes seven days at most. */
const choices = [1, 3, 6, 12, 24, 72, 144]

interface SweepSheetProps {
  device: DeviceDetail
  onClose: () => void
}

/** Asks a phone to send again every message that it has since a moment. */
export function SweepSheet({ device, onClose }: SweepSheetProps) {
  const { t } = useTranslation('devices')
  const { id, name } = device
  // Sent again to the letter where the answer was lost: the moment stands still while the sheet is open.
  const [openedMs] = useState(Date.now)
  const [hours, setHours] = useState(3)
  const since = new Date(openedMs - hours * hourMs).toISOString()
  return (
    <ActSheet
      call="devices.sweep"
      input={(reason) => ({ id, since, reason })}
      refreshes={['devices']}
      onClose={onClose}
      title={t('sheet.sweep.title', { name })}
      submitLabel={t('sheet.sweep.submit')}
      facts={[{ label: t('field.since'), value: <Time at={since} show="exact" /> }]}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('sheet.sweep.effect')}
      onDone={() => say(t('sheet.sweep.done', { name }))}
    >
      <NativeSelect
        label={t('sheet.sweep.since')}
        value={String(hours)}
        data={choices.map((each) => ({
          value: String(each),
          label:
            each < 24
              ? t('sheet.sweep.hours', { count: each })
              : t('sheet.sweep.days', { count: each / 24 }),
        }))}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
      />
    </ActSheet>
  )
}
