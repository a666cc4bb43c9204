import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatAge } from '../../../lib/words/formats.ts'
import { FieldRow, FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import { useReading } from '../../../ui/use-reading.ts'
import type { GroupFieldsProps } from './group-form.ts'
import { choicesWith, quietSpan } from '../group-times.ts'
import { useMergeWords } from '../use-merge-words.ts'
import blocks from '../../../ui/Blocks.module.css'

/** When messages go out: not at night, or several together. */
export function TimeFields(props: GroupFieldsProps) {
  const { draft, change } = props
  const { t } = useTranslation('group-notifications')
  const mergeWords = useMergeWords()
  return (
    <FormSection title={t('form.times')}>
      <Switch {...props.flag('isQuiet')} label={t('form.quiet')} description={t('form.quietHint')} />
      {draft.isQuiet && <QuietFields {...props} />}
      <NativeSelect
        name="mergeSeconds"
        label={t('field.merge')}
        description={t('form.mergeHint')}
        value={String(draft.mergeSeconds)}
        onChange={(event) => change({ mergeSeconds: Number(event.currentTarget.value) })}
        data={choicesWith(draft.mergeSeconds).map((seconds) => ({
          value: String(seconds),
          label: mergeWords(seconds),
        }))}
      />
    </FormSection>
  )
}

const minuteMs = 60_000

function QuietFields({ draft, change, fieldErrors }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const reading = useReading()
  const { quietFrom: from, quietUntil: until } = draft
  const span = quietSpan(from, until)
  const length = span && formatAge(span.minutes * minuteMs, reading)
  return (
    <div className={blocks['stack']}>
      <FieldRow>
        <TextInput
          name="quietFrom"
          type="time"
          label={t('form.quietFrom')}
          value={from}
          onChange={(event) => change({ isQuiet: true, quietFrom: event.currentTarget.value })}
          error={fieldErrors.isQuiet}
        />
        <TextInput
          name="quietUntil"
          type="time"
          label={t('form.quietUntil')}
          value={until}
          onChange={(event) => change({ isQuiet: true, quietUntil: event.currentTarget.value })}
        />
      </FieldRow>
      {span && (
        <p className={blocks['note']}>
          {t(span.isOverMidnight ? 'form.quietOverMidnight' : 'form.quietSameDay', { from, until, length })}
        </p>
      )}
    </div>
  )
}
