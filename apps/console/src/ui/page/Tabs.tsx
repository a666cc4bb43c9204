import { useEffect, useRef, type ReactNode } from 'react'
import { Tabs as KitTabs } from '@mantine/core'
import { formatCount } from '../../lib/words/formats.ts'
import '@mantine/core/styles/Tabs.css'
import '../tokens.css'
import classes from '../Panels.module.css'

interface Tab {
  value: string
  label: string
  /** What waits there; zero is shown muted. Undefined: its place is kept for it; left out: no counter. */
  count?: number | undefined
  /** What is counted waits for a person: the counter is amber. */
  isDue?: boolean | undefined
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs with counters, controlled (the value belongs in the URL). On a narrow screen their row scrolls. */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - list.current.clientWidth / 3
  }, [value])
  return (
    <KitTabs value={value} onChange={(next) => next !== null && onChange(next)} keepMounted={false}>
      <KitTabs.List ref={list} aria-label={label} className={classes.tabList}>
        {tabs.map((tab) => (
          <KitTabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {'count' in tab && (
              <span className={classes.countPlace}>
                {tab.count !== undefined && (
                  <span className={classes.count} data-due={(tab.isDue && tab.count > 0) || undefined}>
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
