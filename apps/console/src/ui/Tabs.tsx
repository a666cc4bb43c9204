import type { ReactNode } from 'react'
import { Tabs as KitTabs } from '@mantine/core'
import { formatCount } from '../lib/formats.ts'
import '@mantine/core/styles/Tabs.css'
import './tokens.css'
import classes from './Panels.module.css'

export interface Tab {
  value: string
  label: string
  /** What waits there; zero is shown muted. Undefined: its place is kept for it; left out: no counter. */
  count?: number | undefined
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs with counters, controlled (the value belongs in the URL). */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  return (
    <KitTabs value={value} onChange={(next) => next !== null && onChange(next)} keepMounted={false}>
      <KitTabs.List aria-label={label} className={classes.tabList}>
        {tabs.map((tab) => (
          <KitTabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {'count' in tab && (
              <span className={classes.countPlace}>
                {tab.count !== undefined && (
                  <span className={classes.count} data-zero={tab.count === 0 || undefined}>
                    {formatCount(tab.count)}
                  </span>
                )}
              </span>
            )}
          </KitTabs.Tab>
        ))}
      </KitTabs.List>
      <KitTabs.Panel value={value} pt="md">
        {children}
      </KitTabs.Panel>
    </KitTabs>
  )
}
