import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useMenuCounts } from '../../lib/menu-counts.ts'
import { useProfile } from '../../lib/profile.ts'
import { useScreenSearch, type RawSearch } from '../../lib/search.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { settingTabOf, settingTabs } from './tabs.ts'

const parse = (raw: RawSearch) => ({ tab: settingTabOf(String(raw['tab'])).value })
const parts = Object.fromEntries(
  settingTabs.map(({ value, screen }) => [value, lazy(() => loadChunk(`setting-${value}`, screen))]),
)

/** `/setting`: what is one's own. */
export default function Setting() {
  const { t } = useTranslation('settings')
  const [{ tab }, change] = useScreenSearch(parse)
  const due = useMenuCounts()['/setting']
  const Part = parts[tab]
  const { role } = useProfile()
  const shown = settingTabs.filter(({ value }) => value !== 'files' || role.abilities.exportData)
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('title')}
        tabs={shown.map(({ value }) => ({
          value,
          label: t(`tabs.${value}`),
          ...(value === 'approvals' ? { count: due, isDue: true } : {}),
        }))}
        value={tab}
        onChange={(value) => change({ tab: settingTabOf(value).value })}
      >
        <Suspense fallback={<Skeleton height={240} />}>{Part && <Part />}</Suspense>
      </Tabs>
    </Page>
  )
}
