import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import type { DeviceDetail } from './device-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

/** A second person is asked about a phone: where that is decided. */
export function AskedNote({ requestId }: Pick<DeviceDetail, 'requestId'>) {
  const { t } = useTranslation('devices')
  return (
    <div className={blocks['warn']} role="status">
      <p>{t('askedHint')}</p>
      <p>
        <ScreenLink {...approvalsPage(requestId === null ? {} : { open: requestId })}>
          {t('askedOpen')}
        </ScreenLink>
      </p>
    </div>
  )
}
