import type { ComponentType } from 'react'

interface SettingTab {
  readonly value: string
  readonly screen: () => Promise<{ default: ComponentType }>
}

/**
 * The tabs of one's own settings, in their order. To add one: a file with the component as its default
 * export, a row here, and its name as `tabs.<value>` in the texts. A tab reads the rest of the address.
 */
export const settingTabs = [
  { value: 'approvals', screen: () => import('./ApprovalsTab.tsx') },
  { value: 'security', screen: () => import('./SecurityTab.tsx') },
  { value: 'sessions', screen: () => import('./SessionsTab.tsx') },
  // Only for who may export.
  { value: 'files', screen: () => import('./FilesTab.tsx') },
] as const satisfies readonly SettingTab[]

export const settingTabOf = (text: string | undefined): (typeof settingTabs)[number] =>
  settingTabs.find(({ value }) => value === text) ?? settingTabs[0]
