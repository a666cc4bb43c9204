import { useTranslation } from 'react-i18next'
import { Money } from '../../ui/figures/Money.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import type { RouteRow } from './gateway-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import cards from '../../ui/Cards.module.css'

interface RouteTableProps {
  routes: readonly RouteRow[]
  chosenId: string | null
}

/** Each gateway in the order of choice: the one that is taken, and why not the others. */
export function RouteTable({ routes, chosenId }: RouteTableProps) {
  const { t } = useTranslation('payment-gateways')
  return (
    <section aria-label={t('route.title')}>
      <h3>{t('route.title')}</h3>
      <ul className={blocks['list']}>
        {routes.map((route) => (
          <li key={route.id}>
            <div className={blocks['sides']}>
              <strong>{route.name}</strong>
              <span className={blocks['marks']}>
                {route.id === chosenId && <Status tone="green" label={t('route.chosen')} />}
                {route.id !== chosenId && route.isAccepted && (
                  <Status tone="grey" label={t('route.next')} />
                )}
                {route.reasons.map((reason) => (
                  <Status key={reason} tone="red" label={t(`reasons.${reason}`)} />
                ))}
              </span>
            </div>
            <span className={cards['line']}>
              <span className={blocks['muted']}>
                {t('field.fee')} <Money minor={route.feeMinor} />
              </span>
              {route.leftTodayMinor !== null && (
                <span className={blocks['muted']}>
                  {t('field.leftToday')} <Money minor={route.leftTodayMinor} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
