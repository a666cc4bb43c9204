import { SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { DateField } from '../../ui/filters/DateField.tsx'
import '../../ui/kit-later.ts'
import classes from './Website.module.css'

/** From when on: as soon as it is agreed to, or from a moment of Bangkok. */
export interface When {
  readonly isLater: boolean
  readonly on: string | null
  readonly time: string
}
export const startNow: When = { isLater: false, on: null, time: '00:00' }

/** The moment that is meant; null for at once, and while none is chosen. Pure. */
export function momentOf({ isLater, on, time }: When): string | null {
  if (!isLater || on === null || !/^\d\d:\d\d$/.test(time)) return null
  return new Date(`${on}T${time}:00+07:00`).toISOString()
}

interface WhenFieldsProps {
  readonly when: When
  readonly onChange: (when: When) => void
  readonly error: string | null
}

export function WhenFields({ when, onChange, error }: WhenFieldsProps) {
  const { t } = useTranslation('website')
  return (
    <div className={classes['when']}>
      <span id="settings-when" className={classes['label']}>
        {t('review.when')}
      </span>
      <SegmentedControl
        aria-labelledby="settings-when"
        value={when.isLater ? 'later' : 'now'}
        onChange={(value) => onChange({ ...when, isLater: value === 'later' })}
        data={['now', 'later'].map((value) => ({ value, label: t(`review.${value}`) }))}
      />
      {when.isLater && (
        <div className={classes['moment']}>
          <DateField
            label={t('review.date')}
            value={when.on}
            onChange={(on) => onChange({ ...when, on })}
            minOn={bangkokDateOn(Date.now())}
            error={error}
            isRequired
          />
          <TextInput
            type="time"
            label={t('review.time')}
            value={when.time}
            onChange={(event) => onChange({ ...when, time: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
