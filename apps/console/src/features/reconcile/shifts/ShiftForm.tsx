import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { ShiftFigures } from './ShiftFigures.tsx'
import { clockText, instantOfClock } from './shift-times.ts'
import blocks from '../../../ui/Blocks.module.css'

interface ShiftDraft {
  readonly note: string
}

/** The own shift as it would be closed now; its beginning may be corrected. */
export function ShiftForm({ onDone }: { onDone?: (on: string) => void }) {
  const { t } = useTranslation('reconcile')
  const [begun, setBegun] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const query = useQueryCall('reconcile.shiftNow', begun === null ? {} : { startedAt: begun }, {
    keepsPrevious: true,
    refetchEveryMs: 60_000,
  })
  return (
    <section className={blocks['card']} aria-label={t('shift.title')}>
      <h2>{t('shift.title')}</h2>
      <p className={blocks['note']}>{t('shift.lead')}</p>
      <Asked query={query} height={120} isInline>
        {({ startedAt, figures }) => (
          <>
            <BeganField value={begun ?? startedAt} onChange={setBegun} />
            <ShiftFigures figures={figures} />
            <div className={blocks['buttons']}>
              <Button onClick={() => setOpen(true)}>{t('shift.submit')}</Button>
            </div>
            {isOpen && (
              <ShiftSheet
                startedAt={begun ?? startedAt}
                onClose={() => setOpen(false)}
                onDone={() => {
                  setBegun(null)
                  onDone?.(bangkokDateOn(Date.now()))
                }}
              />
            )}
          </>
        )}
      </Asked>
    </section>
  )
}

/** When the shift began: its day, and the time of day in Bangkok. */
function BeganField({ value, onChange }: { value: string; onChange: (instant: string | null) => void }) {
  const { t } = useTranslation('reconcile')
  const [day = '', clock = ''] = clockText(value).split('T')
  return (
    <div className={blocks['buttons']}>
      <DateField
        label={t('shift.startedAt')}
        description={t('shift.span')}
        value={day}
        isClearable={false}
        onChange={(next) => next !== null && onChange(instantOfClock(`${next}T${clock}`))}
      />
      <TextInput
        type="time"
        label={t('shift.clock')}
        value={clock}
        onChange={(event) => onChange(instantOfClock(`${day}T${event.currentTarget.value}`))}
      />
    </div>
  )
}

interface ShiftSheetProps {
  startedAt: string
  onClose: () => void
  onDone: () => void
}

function ShiftSheet({ startedAt, onClose, onDone }: ShiftSheetProps) {
  const { t } = useTranslation('reconcile')
  const form = useActForm<'reconcile.closeShift', ShiftDraft>({
    call: 'reconcile.closeShift',
    area: 'reconcile',
    start: { note: '' },
    input: ({ note }) => ({ startedAt, note: note.trim() }),
    refreshes: ['reconcile'],
    onDone: () => {
      say(t('shift.done'))
      onDone()
    },
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('shift.title')}
      submitLabel={t('shift.submit')}
      facts={[{ label: t('shift.startedAt'), value: <Time at={startedAt} show="exact" /> }]}
    >
      <Textarea
        {...form.text('note')}
        label={t('shift.note')}
        description={t('shift.noteHint')}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
    </Confirm>
  )
}
