import { useTranslation } from 'react-i18next'
import { oneOf } from '../../lib/address/search-values.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

const tabs = ['settings', 'history'] as const
const parse = (raw: RawSearch) => ({ tab: oneOf(raw['tab'], tabs) ?? 'settings' })

/** `/website/core-system`: what the whole system decides by, and how it came to be so. */
export default function CoreSystem() {
  const { t } = useTranslation('website')
  const [{ tab }, change] = useScreenSearch(parse)
  return (
    <Page title={t('title')} description={t('lead')}>
      <Tabs
        label={t('title')}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: oneOf(value, tabs) ?? 'settings' })}
      >
        {tab === 'settings' ? <SettingsTab /> : <HistoryTab />}
      </Tabs>
    </Page>
  )
}
