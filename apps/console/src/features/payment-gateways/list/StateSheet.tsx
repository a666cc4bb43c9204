import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import type { GatewayCardRow } from '../gateway-shapes.ts'

export interface StateAct {
  readonly gateway: GatewayCardRow
  readonly state: GatewayCardRow['state']
}

/** Stops a gateway or uses it again. What it tells of orders that are there is heard either way. */
export function StateSheet({ acting, onClose }: { acting: StateAct; onClose: () => void }) {
  const { t } = useTranslation('payment-gateways')
  const { gateway, state } = acting
  const { id, version, name } = gateway
  return (
    <ActSheet
      call="paymentGateways.setState"
      input={(reason) => ({ id, version, state, reason })}
      refreshes={['paymentGateways']}
      onClose={onClose}
      title={t(`sheet.${state}.title`, { name })}
      submitLabel={t(state === 'active' ? 'act.resume' : 'act.pause')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t(`sheet.${state}.effect`)}
      onDone={() => say(t(`sheet.${state}.done`, { name }))}
    />
  )
}
