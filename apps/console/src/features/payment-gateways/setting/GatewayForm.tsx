import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { autoAddress } from '../../../lib/config.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { CopyText } from '../../../ui/figures/CopyText.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import type { GatewaySettings } from '../gateway-shapes.ts'
import { GatewayFields } from './GatewayFields.tsx'
import { draftOf, emptyGateway, fieldOf, sharedOf, type GatewayDraft } from './gateway-draft.ts'
import blocks from '../../../ui/Blocks.module.css'

const secrets = ['apiSecret', 'webhookSecret'] as const

/** A gateway that is not there yet; a second person agrees to it. */
export function NewGateway({ onDone }: { onDone: (id: string | undefined) => void }) {
  const { t } = useTranslation('payment-gateways')
  const form = useForm<'paymentGateways.create', GatewayDraft>(
    {
      call: 'paymentGateways.create',
      area: 'payment-gateways',
      start: emptyGateway,
      input: (draft) => ({
        ...sharedOf(draft),
        code: draft.code.trim(),
        apiSecret: draft.apiSecret,
        webhookSecret: draft.webhookSecret,
      }),
      fieldOf,
      secrets,
      refreshes: ['paymentGateways', 'approvals'],
    },
    {
      onDone: ({ state, id }) => {
        say(t(`setting.added.${state}`), state === 'done' ? 'green' : 'amber')
        if (state === 'done') onDone(id)
      },
    },
  )
  return (
    <FormPage {...form.page} isPart title={t('setting.new')} submitLabel={t('setting.ask')}>
      <GatewayFields {...form} isNew kept={null} />
    </FormPage>
  )
}

/** One that is there: at once where one person may, else when a second one agrees. */
export function StoredGateway({ gateway }: { gateway: GatewaySettings }) {
  const { t } = useTranslation('payment-gateways')
  const mayChange = useAllows()({ paymentGateway: ['isUpdate'] })
  const { id, version } = gateway
  const stored = useMemo(() => ({ version, draft: draftOf(gateway) }), [gateway, version])
  const form = useForm<'paymentGateways.update', GatewayDraft>(
    {
      call: 'paymentGateways.update',
      about: id,
      area: 'payment-gateways',
      start: stored.draft,
      input: (draft, base) => ({
        ...sharedOf(draft),
        id,
        version: base.version,
        apiSecret: draft.apiSecret === '' ? null : draft.apiSecret,
        webhookSecret: draft.webhookSecret === '' ? null : draft.webhookSecret,
      }),
      fieldOf,
      secrets,
      refreshes: ['paymentGateways', 'approvals'],
    },
    {
      stored,
      onDone: ({ state }, draft) => {
        say(t(`setting.saved.${state}`), state === 'done' ? 'green' : 'amber')
        form.store({
          version: state === 'done' ? version + 1 : version,
          draft: { ...draft, apiSecret: '', webhookSecret: '', reason: '' },
        })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      isPart
      title={gateway.name}
      submitLabel={t('setting.save')}
      canSubmit={form.canSend && mayChange}
      hasFoot={mayChange}
    >
      {gateway.isSetupAsked && (
        <p className={blocks['warn']} role="status">
          {t('setting.isAsked')}
        </p>
      )}
      <FormSection title={t('setting.callback')}>
        <CopyText value={autoAddress(gateway.callbackPath)} />
        <p className={blocks['quiet']}>{t('setting.callbackHint')}</p>
      </FormSection>
      <GatewayFields {...form} isNew={false} kept={gateway} />
    </FormPage>
  )
}
