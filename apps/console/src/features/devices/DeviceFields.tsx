import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeviceFieldsProps } from './device-form.ts'

/** How a phone is called, where it lies, what is noted of it. */
export function DeviceFields({ text }: DeviceFieldsProps) {
  const { t } = useTranslation('devices')
  return (
    <>
      <TextInput {...text('name')} description={t('form.nameHint')} />
      <TextInput {...text('place')} description={t('form.placeHint')} />
      <Textarea {...text('note')} description={t('form.noteHint')} autosize minRows={2} maxRows={8} />
    </>
  )
}
