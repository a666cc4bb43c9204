import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf, OutputOf } from '@khlang/contract/kit/define.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useForm } from '../../../lib/form/use-form.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatCount, formatDateTime } from '../../../lib/words/formats.ts'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './GatewayFields.module.css'

type Answer = OutputOf<CallOf<'paymentGateways.slipService'>>
type Service = NonNullable<Answer['service']>
type Input = InputOf<CallOf<'paymentGateways.setSlipService'>>

/** The service that is asked whether a slip is a bank's: how it answers, and where it is. */
export function SlipService() {
  const query = useQueryCall('paymentGateways.slipService', {}, { live: 'slipService' })
  return (
    <Asked query={query}>
      {(answer) => (
        <div className={blocks['stack']}>
          <Standing answer={answer} />
          <Place key={answer.service?.version ?? 0} {...answer} />
        </div>
      )}
    </Asked>
  )
}

function Standing({ answer: { service, counts } }: { answer: Answer }) {
  const { t } = useTranslation('payment-gateways')
  const [isSwitching, setSwitching] = useState(false)
  const mayChange = useAllows()({ paymentGateway: ['isUpdate'] })
  return (
    <Card title={t('slips.title')}>
      <p className={blocks['quiet']}>{t('slips.lead')}</p>
      {service === null ? (
        <p className={blocks['warn']}>{t('slips.none')}</p>
      ) : (
        <>
          <div>
            <Status
              tone={service.isOn ? 'green' : 'grey'}
              label={t(service.isOn ? 'slips.on' : 'slips.off')}
            />
          </div>
          <KeyValue
            columns={2}
            facts={(['verified', 'later', 'unknown', 'failed'] as const).map((state) => ({
              label: t(`slips.counts.${state}`),
              value: formatCount(counts[state]),
            }))}
          />
          {mayChange && (
            <div>
              <Button variant="default" size="sm" onClick={() => setSwitching(true)}>
                {t(service.isOn ? 'slips.switchOff' : 'slips.switchOn')}
              </Button>
            </div>
          )}
          {isSwitching && <SwitchSheet service={service} onClose={() => setSwitching(false)} />}
        </>
      )}
    </Card>
  )
}

function SwitchSheet({ service: { isOn, version }, onClose }: { service: Service; onClose: () => void }) {
  const { t } = useTranslation('payment-gateways')
  return (
    <ActSheet
      call="paymentGateways.switchSlipService"
      input={(reason) => ({ isOn: !isOn, version, reason })}
      refreshes={['paymentGateways']}
      onClose={onClose}
      title={t(isOn ? 'slips.switchOff' : 'slips.switchOn')}
      submitLabel={t(isOn ? 'slips.switchOff' : 'slips.switchOn')}
      isDanger={isOn}
      reason={{ label: t('form.reason'), isRequired: true }}
      notice={t(isOn ? 'slips.offEffect' : 'slips.onEffect')}
      onDone={() => say(t(isOn ? 'slips.off' : 'slips.on'))}
    />
  )
}

interface Draft {
  readonly adapter: Input['adapter']
  readonly baseUrl: string
  readonly branch: string
  readonly apiKey: string
  readonly reason: string
}

const draftOf = (service: Service | null): Draft => ({
  adapter: service?.adapter ?? 'slipOk',
  baseUrl: service?.baseUrl ?? 'https://api.slipok.com/api/line/apikey',
  branch: service?.branch ?? '',
  apiKey: '',
  reason: '',
})

function Place({ service, isSetupAsked }: Answer) {
  const { t } = useTranslation('payment-gateways')
  const reading = useReading()
  const mayChange = useAllows()({ paymentGateway: ['isUpdate'] })
  const start = useMemo(() => draftOf(service), [service])
  const form = useForm<'paymentGateways.setSlipService', Draft>(
    {
      call: 'paymentGateways.setSlipService',
      area: 'payment-gateways',
      start,
      input: ({ branch, apiKey, ...words }) => ({
        ...words,
        branch: branch.trim() === '' ? null : branch.trim(),
        apiKey: apiKey === '' ? null : apiKey,
        version: service?.version ?? null,
      }),
      secrets: ['apiKey'],
      refreshes: ['paymentGateways', 'approvals'],
    },
    {
      onDone: ({ state }) => {
        say(t(`slips.saved.${state}`), state === 'done' ? 'green' : 'amber')
        form.store({ draft: start })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      isPart
      title={t('slips.place')}
      submitLabel={t('setting.ask')}
      canSubmit={form.canSend && mayChange}
      hasFoot={mayChange}
    >
      {isSetupAsked && (
        <p className={blocks['warn']} role="status">
          {t('setting.isAsked')}
        </p>
      )}
      <FormSection title={t('slips.provider')}>
        <div className={classes['fields']}>
          <NativeSelect {...form.choice('adapter', (value) => t(`slips.adapters.${value}`))} />
          <TextInput {...form.text('baseUrl')} label={t('slips.address')} inputMode="url" />
          <TextInput {...form.text('branch')} description={t('slips.branchHint')} />
          <PasswordInput
            {...form.text('apiKey')}
            description={
              service === null
                ? t('form.secretHint')
                : t('form.secretKept', {
                    last4: service.apiKey.last4,
                    at: formatDateTime(service.apiKey.at, reading),
                  })
            }
          />
        </div>
      </FormSection>
      <FormSection title={t('form.reason')}>
        <Textarea {...form.text('reason')} description={t('form.reasonHint')} autosize minRows={2} />
      </FormSection>
    </FormPage>
  )
}
