import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import '../../../ui/kit-later.ts'
import type { ProviderSettings } from '../catalogue-shapes.tsx'
import { isWalletKept, type ProviderDraft } from './provider-draft.ts'
import classes from '../Fields.module.css'

type ProviderFieldsProps = FormOf<ProviderDraft> & {
  /** What is stored of the secret; null of a new one. */
  kept: ProviderSettings['secret'] | null
}

/** What a provider is called, how it speaks, within which bounds, when it is maintained, and why. */
export function ProviderFields({ kept, ...form }: ProviderFieldsProps) {
  const { t } = useTranslation('game-catalogue')
  const { text, amount, choice } = form
  const reading = useReading()
  const secretHint =
    kept === null
      ? t('form.secretHint')
      : t('form.secretKept', { last4: kept.last4, at: formatDateTime(kept.at, reading) })
  return (
    <>
      <FormSection title={t('form.names')}>
        <div className={classes['fields']}>
          <TextInput {...text('nameTh')} />
          <TextInput {...text('nameEn')} />
          {kept === null && <TextInput {...text('code')} description={t('form.codeHint')} />}
        </div>
      </FormSection>
      <FormSection title={t('form.window')} description={t('form.windowHint')}>
        <div className={classes['fields']}>
          <TextInput {...text('maintenanceFrom')} type="datetime-local" />
          <TextInput {...text('maintenanceUntil')} type="datetime-local" />
        </div>
      </FormSection>
      <FormSection title={t('form.guarded')} description={t('form.guardedHint')}>
        <div className={classes['fields']}>
          <NativeSelect {...choice('adapter', (value) => t(`adapters.${value}`))} />
          <PasswordInput {...text('secret')} description={secretHint} />
          <TextInput {...text('addresses')} description={t('form.addressesHint')} />
          <AmountInput {...amount('minMinor')} isRequired />
          <AmountInput {...amount('maxMinor')} isRequired />
          <TextInput {...text('feeBps')} description={t('form.feeHint')} inputMode="numeric" />
          <TextInput {...text('launchAddress')} description={t('form.launchHint')} inputMode="url" />
          <TextInput {...text('replayAddress')} description={t('form.replayHint')} inputMode="url" />
          <TextInput {...text('gamesAddress')} description={t('form.gamesHint')} inputMode="url" />
          <TextInput
            {...text('apiAddress')}
            description={t(isWalletKept(form.draft.adapter) ? 'form.apiHint' : 'form.recordsHint')}
            inputMode="url"
          />
        </div>
      </FormSection>
      <FormSection title={t('form.why')}>
        <Textarea {...text('reason')} description={t('form.reasonHint')} autosize minRows={2} />
      </FormSection>
    </>
  )
}
