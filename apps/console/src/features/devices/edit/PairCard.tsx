import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import type { DeviceDetail } from '../device-shapes.ts'
import { pairStepOf, type PairStep } from './device-steps.ts'
import { HeardPhone, TakenPhone } from './KnownPhone.tsx'
import { PairCode, type Code } from './PairCode.tsx'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

const openMs = 3_000
const tones = { todo: 'grey', open: 'blue', expired: 'amber', taken: 'amber', done: 'green' } as const

/** Step 1: a phone takes a one-time code, and leaves the key that it will be heard by. */
export function PairCard({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices')
  const [made, setMade] = useState<Code | null>(null)
  const { id, pairing } = device
  const step = pairStepOf(device)
  // Whoever stands before the phone wants to see at once that it took the code.
  useQueryCall(
    'devices.get',
    { id },
    { isEnabled: step === 'open', refetchEveryMs: openMs, isTracked: false },
  )
  // A code that somebody else made since ended ours.
  const isOurs = step === 'open' && made !== null && made.expiresAt === pairing?.expiresAt
  return (
    <StepCard
      number={1}
      title={t('pair.title')}
      state={step === 'done' || device.isTrustAsked ? 'done' : 'now'}
      aside={<Status tone={tones[step]} label={t(`pair.states.${step}`)} />}
    >
      {isOurs ? <PairCode code={made} /> : <Standing device={device} step={step} />}
      {device.isTrustAsked ? (
        <p className={blocks['note']}>{t('pair.waits')}</p>
      ) : (
        <MakeCode id={id} step={step} onMade={setMade} />
      )}
    </StepCard>
  )
}

function Standing({ device, step }: { device: DeviceDetail; step: PairStep }) {
  const { t } = useTranslation('devices')
  const { pairing } = device
  if (step === 'done') return <HeardPhone device={device} />
  if (step === 'taken' && pairing)
    return <TakenPhone pairing={pairing} isAnother={device.fingerprint !== null} />
  return (
    <>
      <p className={blocks['note']}>{t(device.senders.length > 0 ? 'pair.leadShared' : 'pair.lead')}</p>
      {step === 'expired' && <p className={blocks['warn']}>{t('pair.expired')}</p>}
      {step === 'open' && pairing && (
        <p className={blocks['warn']}>{t('pair.openElsewhere', { by: pairing.by })}</p>
      )}
    </>
  )
}

interface MakeCodeProps {
  id: string
  step: PairStep
  onMade: (code: Code) => void
}

/** Makes a code, after a fresh proof of who asks; the codes before it end. */
function MakeCode({ id, step, onMade }: MakeCodeProps) {
  const { t } = useTranslation('devices')
  const failure = useFailure()
  const viewReason = useViewReason()
  const pair = useCall('devices.pair', { refreshes: ['devices'] })
  const error = failure(pair.error)
  const make = async () => {
    try {
      onMade(await pair.send({ id }))
    } catch {
      // What was refused stands below the button.
    }
  }
  const isFirst = step === 'todo' || step === 'expired'
  return (
    <>
      {error && <ErrorState error={error} isInline />}
      <div className={blocks['buttons']}>
        <Button
          variant={isFirst ? 'filled' : 'default'}
          loading={pair.isSending}
          disabled={!pair.canSend}
          onClick={() => void make()}
          {...viewReason}
        >
          {t(`pair.make.${step}`)}
        </Button>
      </div>
    </>
  )
}
