import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import type { DeviceAct, DeviceDetail } from '../device-shapes.ts'
import { DeviceStates } from '../DeviceStates.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface DeviceSheetProps {
  device: DeviceDetail
  act: DeviceAct
  onClose: () => void
}

/** Silences a phone for a while or for ever, or lets it be heard again, after saying what that does. */
export function DeviceSheet({ device, act, onClose }: DeviceSheetProps) {
  const { t } = useTranslation('devices')
  const { id, version, name, accounts } = device
  return (
    <ActSheet
      call={`devices.${act}`}
      input={(reason) => ({ id, version, reason })}
      refreshes={['devices', 'paymentAutos', 'approvals']}
      onClose={onClose}
      title={t(`sheet.${act}.title`, { name })}
      submitLabel={t(`act.${act}`)}
      isDanger={act === 'revoke'}
      facts={[
        { label: t('field.state'), value: <DeviceStates device={device} /> },
        {
          label: t('field.accounts'),
          value:
            accounts.length === 0 ? null : (
              <span className={blocks['marks']}>
                {accounts.map(({ id: accountId, bank, label }) => (
                  <BankTag key={accountId} code={bank}>
                    {label}
                  </BankTag>
                ))}
              </span>
            ),
        },
      ]}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t(`sheet.${act}.effect`)}
      onDone={() => say(t(`sheet.${act}.done`, { name }))}
    />
  )
}
