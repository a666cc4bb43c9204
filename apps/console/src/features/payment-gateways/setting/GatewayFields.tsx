import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FormSection } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import type { GatewaySettings } from '../gateway-shapes.ts'
import type { GatewayDraft } from './gateway-draft.ts'
import classes from './GatewayFields.module.css'

type GatewayFieldsProps = FormOf<GatewayDraft> & {
  isNew: boolean
  /** What is stored of the secrets; null of a new one. */
  kept: Pick<GatewaySettings, 'apiSecret' | 'webhookSecret'> | null
}

/** Where money goes, what it may be, when, and why this is changed. */
export function GatewayFields(form: GatewayFieldsProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <>
      <PlaceSection {...form} />
      <SecretSection {...form} />
      <FeeSection {...form} />
      <LimitSection {...form} />
      <FormSection title={t('form.reason')}>
        <Textarea {...form.text('reason')} description={t('form.reasonHint')} autosize minRows={2} />
      </FormSection>
    </>
  )
}

function PlaceSection({ isNew, text, choice }: GatewayFieldsProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <FormSection title={t('form.place')}>
      <div className={classes['fields']}>
        <TextInput {...text('name')} />
        {isNew && <TextInput {...text('code')} description={t('form.codeHint')} />}
        <NativeSelect {...choice('adapter', (value) => t(`adapters.${value}`))} />
        <NativeSelect {...choice('direction', (value) => t(`direction.${value}`))} />
        <TextInput {...text('baseUrl')} inputMode="url" />
        <TextInput {...text('merchantId')} />
        <TextInput {...text('billerId')} description={t('form.billerHint')} inputMode="numeric" />
      </div>
    </FormSection>
  )
}

function SecretSection({ kept, text }: GatewayFieldsProps) {
  const { t } = useTranslation('payment-gateways')
  const reading = useReading()
  const hint = (of: GatewaySettings['apiSecret'] | undefined) =>
    of === undefined
      ? t('form.secretHint')
      : t('form.secretKept', { last4: of.last4, at: formatDateTime(of.at, reading) })
  return (
    <FormSection title={t('form.secrets')}>
      <div className={classes['fields']}>
        <TextInput {...text('keyId')} />
        <PasswordInput {...text('apiSecret')} description={hint(kept?.apiSecret)} />
        <PasswordInput {...text('webhookSecret')} description={hint(kept?.webhookSecret)} />
        <TextInput {...text('addresses')} description={t('form.addressesHint')} />
      </div>
    </FormSection>
  )
}

function FeeSection({ text, amount, choice }: GatewayFieldsProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <FormSection title={t('form.fees')}>
      <div className={classes['fields']}>
        <TextInput {...text('feeBps')} description={t('form.feeBpsHint')} inputMode="numeric" />
        <AmountInput {...amount('feeFixedMinor')} />
        <NativeSelect {...choice('feeBy', (value) => t(`feeBy.${value}`))} />
        <TextInput {...text('settleDays')} description={t('form.settleHint')} inputMode="numeric" />
      </div>
    </FormSection>
  )
}

function LimitSection({ text, amount, flag }: GatewayFieldsProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <FormSection title={t('form.limits')}>
      <div className={classes['fields']}>
        <AmountInput {...amount('minMinor')} isRequired />
        <AmountInput {...amount('maxMinor')} isRequired />
        <AmountInput {...amount('dayCapMinor')} description={t('form.dayCapHint')} />
        <TextInput {...text('exact')} description={t('form.exactHint')} />
        <TextInput {...text('priority')} description={t('form.priorityHint')} inputMode="numeric" />
        <TextInput {...text('weight')} description={t('form.weightHint')} inputMode="numeric" />
        <TextInput {...text('levels')} description={t('form.levelsHint')} />
        <TextInput {...text('orderExpiryS')} inputMode="numeric" />
        <TextInput {...text('opens')} />
        <TextInput {...text('closes')} />
      </div>
      <Switch {...flag('needsPayerMatch')} description={t('form.payerHint')} />
    </FormSection>
  )
}
