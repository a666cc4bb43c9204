import { IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { stateTones, type DeviceRow } from './device-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Devices.module.css'

interface DeviceStatesProps {
  device: Pick<DeviceRow, 'state' | 'isTrustAsked'>
  /** In a column: that somebody is asked is a sign, its word is for hover and screen readers. */
  isShort?: boolean
}

/** How a phone stands, and whether a second person is asked about it. */
export function DeviceStates({ device: { state, isTrustAsked }, isShort = false }: DeviceStatesProps) {
  const { t } = useTranslation('devices')
  return (
    <span className={blocks['marks']}>
      <Status tone={stateTones[state]} label={t(`states.${state}`)} title={t(`stateHints.${state}`)} />
      {isTrustAsked && !isShort && <Status tone="amber" label={t('asked')} title={t('askedHint')} />}
      {isTrustAsked && isShort && (
        <span className={classes['asked']} title={t('askedHint')}>
          <IconUserQuestion size={18} aria-hidden />
          <span className={blocks['unseen']}>{t('asked')}</span>
        </span>
      )}
    </span>
  )
}
