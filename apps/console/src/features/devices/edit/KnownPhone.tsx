import { useTranslation } from 'react-i18next'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { AppOf } from '../device-cells.tsx'
import type { DeviceDetail, Pairing } from '../device-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

/** The signs of a key, large enough to be compared with a phone held beside the screen. */
function Signs({ signs, hint }: { signs: string; hint: string }) {
  const { t } = useTranslation('devices')
  return (
    <div className={classes['compare']}>
      <span className={blocks['small']}>{t('field.fingerprint')}</span>
      <code>{signs}</code>
      <p className={blocks['note']}>{hint}</p>
    </div>
  )
}

interface TakenPhoneProps {
  pairing: Pairing
  /** Another phone is heard until this one is agreed to. */
  isAnother: boolean
}

/** The phone that took the code, and is not agreed to yet. */
export function TakenPhone({ pairing, isAnother }: TakenPhoneProps) {
  const { t } = useTranslation('devices')
  return (
    <>
      <KeyValue
        facts={[
          { label: t('field.phone'), value: pairing.model },
          { label: t('field.takenAt'), value: <Time at={pairing.takenAt} show="both" /> },
          { label: t('field.madeBy'), value: pairing.by },
        ]}
      />
      {pairing.fingerprint !== null && <Signs signs={pairing.fingerprint} hint={t('pair.compare')} />}
      {isAnother && <p className={blocks['warn']}>{t('pair.replaces')}</p>}
    </>
  )
}

/** The phone that is heard by its own key. */
export function HeardPhone({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices')
  const { fingerprint, lastSeenAt } = device
  return (
    <>
      <KeyValue
        facts={[
          { label: t('field.model'), value: <AppOf device={device} /> },
          { label: t('field.lastSeenAt'), value: <Time at={lastSeenAt} show="both" /> },
        ]}
      />
      {fingerprint !== null && <Signs signs={fingerprint} hint={t('pair.heard')} />}
    </>
  )
}
