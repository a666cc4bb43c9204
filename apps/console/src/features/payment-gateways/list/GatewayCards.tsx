import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { GatewayCard } from './GatewayCard.tsx'
import { StateSheet, type StateAct } from './StateSheet.tsx'
import cards from '../../../ui/Cards.module.css'

/** What a gateway does not say: that it fell silent. */
const refetchEveryMs = 15_000

/** All gateways as cards; one press stops one of them. */
export function GatewayCards() {
  const { t } = useTranslation('payment-gateways')
  const [acting, setActing] = useState<StateAct | null>(null)
  const query = useQueryCall('paymentGateways.list', {}, { live: 'gateway', refetchEveryMs })
  return (
    <>
      <Asked query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
          ) : (
            <ul className={cards['cards']} aria-label={t('list.title')}>
              {records.map((gateway) => (
                <li key={gateway.id}>
                  <GatewayCard gateway={gateway} onState={(state) => setActing({ gateway, state })} />
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
      {acting && <StateSheet acting={acting} onClose={() => setActing(null)} />}
    </>
  )
}
