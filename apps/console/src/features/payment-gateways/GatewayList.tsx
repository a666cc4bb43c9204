import { useTranslation } from 'react-i18next'
import { oneOf } from '../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { GatewayCards } from './list/GatewayCards.tsx'
import { OrderList } from './order-list.tsx'
import { SettlementList } from './settlement-list.tsx'

const tabs = ['gateways', 'orders', 'settlements'] as const
const parts = { gateways: GatewayCards, orders: OrderList, settlements: SettlementList }
const parse = (raw: RawSearch) => ({ tab: oneOf(raw['tab'], tabs) ?? 'gateways' })

/** `/payment-gateway/list`: how it goes with each gateway, what was ordered, and what they paid us. */
export default function GatewayList() {
  const { t } = useTranslation('payment-gateways')
  const [{ tab }, change] = useScreenSearch(parse)
  const Part = parts[tab]
  return (
    <Page title={t('list.title')} description={t('list.lead')}>
      <Tabs
        label={t('list.title')}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: oneOf(value, tabs) ?? 'gateways' })}
      >
        <Part key={tab} />
      </Tabs>
    </Page>
  )
}
