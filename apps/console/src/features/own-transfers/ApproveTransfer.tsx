import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { oneOf } from '../../lib/address/search-values.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { AllTransfers, WaitingTransfers } from './transfer-list.tsx'

const tabs = ['waiting', 'all'] as const
const lists = { waiting: WaitingTransfers, all: AllTransfers }
const parse = (raw: RawSearch) => ({ tab: oneOf(raw['tab'], tabs) ?? 'waiting' })

/** `/payment-auto/approve-transfer`: transfers that wait for a second person first, then all of them. */
export default function ApproveTransfer() {
  const { t } = useTranslation('own-transfers')
  const [{ tab }, change] = useScreenSearch(parse)
  const List = lists[tab]
  return (
    <Page title={t('approve.title')} description={t('approve.lead')}>
      <Tabs
        label={t('approve.title')}
        tabs={tabs.map((value) => ({ value, label: t(`approve.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: oneOf(value, tabs) ?? 'waiting' })}
      >
        <List key={tab} />
      </Tabs>
    </Page>
  )
}
