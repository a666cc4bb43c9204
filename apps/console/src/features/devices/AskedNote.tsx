import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import blocks from '../../ui/Blocks.module.css'

/** A second person is asked about a phone: where that is decided. The request itself, where it is known. */
export function AskedNote({ approvalId }: { approvalId?: string | undefined }) {
  const { t } = useTranslation('devices')
  return (
    <div className={blocks['warn']} role="status">
      <p>{t('askedHint')}</p>
      <p>
        <ScreenLink {...approvalsPage(approvalId === undefined ? {} : { open: approvalId })}>
          {t('askedOpen')}
        </ScreenLink>
      </p>
    </div>
  )
}
