import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { TransferWay } from './TransferWay.tsx'
import type { TransferRow } from './transfer-shapes.ts'

interface CancelSheetProps {
  transfer: TransferRow
  onClose: () => void
}

/** Calls off a transfer that was agreed to and that nobody has made. */
export function CancelSheet({ transfer, onClose }: CancelSheetProps) {
  const { t } = useTranslation('own-transfers')
  const { id, version, reference, amountMinor } = transfer
  return (
    <ActSheet
      call="ownTransfers.cancel"
      input={(reason) => ({ id, version, reason })}
      refreshes={['ownTransfers', 'dashboard']}
      onClose={onClose}
      title={t('cancel.title', { reference })}
      submitLabel={t('act.cancel')}
      isDanger
      facts={[
        { label: t('field.way'), value: <TransferWay transfer={transfer} /> },
        { label: t('field.amount'), value: <Money minor={amountMinor} /> },
      ]}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('cancel.effect')}
      onDone={() => say(t('cancel.done', { reference }))}
    />
  )
}
