import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { formatDateOn } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import type { Template } from '../transfer-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** When a template is asked for by itself, and what became of the last time. */
export function TemplateTimes({ template: { schedule, last } }: { template: Template }) {
  const { t } = useTranslation('own-transfers')
  const reading = useReading()
  const days =
    schedule &&
    (schedule.days.length === 7
      ? t('templates.everyDay')
      : schedule.days.map((day) => t(`templates.days.${day}`)).join(' '))
  const on = last && formatDateOn(last.on, reading)
  return (
    <>
      {schedule && (
        <span className={blocks['quiet']}>
          {t('templates.at', { days, at: schedule.at, by: schedule.by })}
        </span>
      )}
      {last?.skipped && (
        <span className={blocks['fieldNote']} data-tone="amber">
          {t('templates.skipped', { on, why: t(`templates.skips.${last.skipped}`) })}
        </span>
      )}
      {last?.transferId && (
        <ScreenLink
          className={blocks['wordLink']}
          to="/payment-auto/transfer"
          search={{ open: last.transferId }}
        >
          {t('templates.asked', { on, reference: last.reference })}
        </ScreenLink>
      )}
    </>
  )
}
