import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { AskedNote } from '../AskedNote.tsx'
import type { DeviceDetail } from '../device-shapes.ts'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import type { Trust } from './use-trust.ts'
import blocks from '../../../ui/Blocks.module.css'

interface TrustCardProps {
  device: DeviceDetail
  trust: Trust
}

const tones = { pairFirst: 'grey', ask: 'amber', waiting: 'amber', done: 'green' } as const

/** Step 3: a second person agrees to this phone and these accounts, and it is heard. */
export function TrustCard({ device, trust: { form, step } }: TrustCardProps) {
  const { t } = useTranslation('devices')
  const mayOpen = useAllows()({ paymentAuto: ['isRead'] })
  const states = { done: 'done', pairFirst: 'later', ask: 'now', waiting: 'now' } as const
  return (
    <StepCard
      number={3}
      title={t('trust.title')}
      state={states[step]}
      aside={<Status tone={tones[step]} label={t(`trust.states.${step}`)} />}
    >
      {step === 'pairFirst' && <p className={blocks['note']}>{t('trust.pairFirst')}</p>}
      {step === 'waiting' && <AskedNote requestId={device.requestId} />}
      {step === 'done' && (
        <div className={blocks['warn']} data-tone={device.state === 'paused' ? 'purple' : 'green'}>
          <p>{t(device.state === 'paused' ? 'trust.paused' : 'trust.done')}</p>
          {mayOpen && <ScreenLink to="/payment-auto/list">{t('trust.toAccounts')}</ScreenLink>}
        </div>
      )}
      {step === 'ask' && (
        <>
          <p className={blocks['note']}>
            {t(device.fingerprint === null ? 'trust.lead' : 'trust.leadAgain')}
          </p>
          <Textarea
            {...form.text('reason')}
            description={t('trust.reasonHint')}
            autosize
            minRows={2}
            maxRows={6}
          />
        </>
      )}
    </StepCard>
  )
}
