import type { ComponentType } from 'react'

interface SettingTab {
  readonly value: string
  /** Absent: the part belongs to another area and is given by whoever shows the screen. */
  readonly screen?: () => Promise<{ default: ComponentType }>
}

/**
 * The tabs of one's own settings, in their order. To add one: a file with the component as its default
 * export, a row here, and its name as `tabs.<value>` in the texts. A tab reads the rest of the address.
 */
export const settingTabs = [
  { value: 'profile' },
  { value: 'display', screen: () => import('./own/DisplayTab.tsx') },
  { value: 'alerts', screen: () => import('./own/AlertsTab.tsx') },
  { value: 'activity' },
  // Only for the staff.
  { value: 'shift' },
  { value: 'security', screen: () => import('./own/SecurityTab.tsx') },
  { value: 'sessions', screen: () => import('./own/SessionsTab.tsx') },
  { value: 'jobs', screen: () => import('./jobs/JobsTab.tsx') },
  // Only for who may export.
  { value: 'files', screen: () => import('./jobs/FilesTab.tsx') },
] as const satisfies readonly SettingTab[]

type Row = (typeof settingTabs)[number]
/** The tabs whose parts other areas give. */
export type GivenTab = Exclude<Row, { readonly screen: unknown }>['value']

export const settingTabOf = (text: string | undefined): Row =>
  settingTabs.find(({ value }) => value === text) ?? settingTabs[0]
