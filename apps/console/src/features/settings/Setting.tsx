import { Skeleton } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { useProfile } from '../../lib/person/profile.ts'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { settingTabOf, settingTabs, type GivenTab } from './tabs.ts'

export interface SettingProps {
  /** The parts of other areas, by the tab in which each stands. */
  given: Readonly<Record<GivenTab, ComponentType>>
}

const parse = (raw: RawSearch) => ({ tab: settingTabOf(String(raw['tab'])).value })
const own: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  settingTabs.flatMap((tab) =>
    'screen' in tab ? [[tab.value, lazy(() => loadChunk(`setting-${tab.value}`, tab.screen))]] : [],
  ),
)

/** `/setting`: what is one's own. */
export function Setting({ given }: SettingProps) {
  const { t } = useTranslation('settings')
  const [{ tab }, change] = useScreenSearch(parse)
  const parts: Readonly<Record<string, ComponentType>> = { ...own, ...given }
  const Part = parts[tab]
  const { role, type } = useProfile()
  const isShown: Readonly<Record<string, boolean>> = {
    files: role.abilities.exportData,
    shift: type === 'staff',
  }
  const shown = settingTabs.filter(({ value }) => isShown[value] ?? true)
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('title')}
        tabs={shown.map(({ value }) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => change({ tab: settingTabOf(value).value })}
      >
        <Suspense fallback={<Skeleton height={240} />}>{Part && <Part />}</Suspense>
      </Tabs>
    </Page>
  )
}
