import { useTranslation } from 'react-i18next'
import { idOf, oneOf } from '../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { EventList } from './event-list.tsx'
import { GatewayEdit } from './setting/GatewayEdit.tsx'
import { SlipService } from './setting/SlipService.tsx'
import { Simulator } from './setting/Simulator.tsx'

const tabs = ['gateway', 'simulate', 'events', 'slips'] as const
const parse = (raw: RawSearch) => ({
  tab: oneOf(raw['tab'], tabs) ?? 'gateway',
  gateway: oneOf(raw['gateway'], ['new']) ?? idOf(raw['gateway'], 'gwy'),
})

/** `/payment-gateway/setting`: each gateway's form, which one an order takes, what they told, and slips. */
export default function GatewaySetting() {
  const { t } = useTranslation('payment-gateways')
  const [{ tab, gateway }, change] = useScreenSearch(parse)
  return (
    <Page title={t('setting.title')} description={t('setting.lead')}>
      <Tabs
        label={t('setting.title')}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: oneOf(value, tabs) ?? 'gateway' })}
      >
        {tab === 'gateway' && (
          <GatewayEdit id={gateway} onChoose={(chosen) => change({ gateway: chosen })} />
        )}
        {tab === 'simulate' && <Simulator />}
        {tab === 'events' && <EventList />}
        {tab === 'slips' && <SlipService />}
      </Tabs>
    </Page>
  )
}
