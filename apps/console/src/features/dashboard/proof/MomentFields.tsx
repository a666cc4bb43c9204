import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn, formatClock } from '../../../lib/words/formats.ts'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { momentOf } from './moment.ts'

/** A moment that somebody chooses, at first the present one. */
export function useMoment() {
  const [on, setOn] = useState(() => bangkokDateOn(Date.now()))
  const [clock, setClock] = useState(() => formatClock(Date.now()))
  return { on, setOn, clock, setClock, at: momentOf(on, clock) }
}

/** What is asked of the second that runs, or of later, is asked of now. */
export const untilNow = (at: string): string => {
  const now = new Date().toISOString()
  return at < now ? at : now
}

/** Its day and its time. */
export function MomentFields({ on, setOn, clock, setClock, at }: ReturnType<typeof useMoment>) {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <DateField
        label={t('proof.at.on')}
        value={on}
        maxOn={bangkokDateOn(Date.now())}
        isClearable={false}
        onChange={(next) => next !== null && setOn(next)}
      />
      <TextInput
        label={t('proof.at.clock')}
        value={clock}
        maxLength={8}
        error={at === null ? t('proof.at.wrongClock') : undefined}
        onChange={(event) => setClock(event.currentTarget.value)}
      />
    </>
  )
}
