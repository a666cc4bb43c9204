import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { orderTones, type OrderRow } from './gateway-shapes.ts'

interface OrderStatusProps {
  order: Pick<OrderRow, 'state' | 'personReason' | 'isTakenBack'>
}

/** How an order stands, alike wherever it is shown; red while a person must look at it, on hover why. */
export function OrderStatus({ order: { state, personReason, isTakenBack } }: OrderStatusProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <Status
      tone={personReason === null ? orderTones[state] : 'red'}
      label={t(isTakenBack ? 'takingBack.done' : `orderState.${state}`)}
      title={personReason === null ? undefined : t(`person.${personReason}`)}
    />
  )
}
