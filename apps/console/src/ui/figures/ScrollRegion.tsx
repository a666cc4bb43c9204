import type { ReactNode } from 'react'

interface ScrollRegionProps {
  /** What it holds, for those who do not see it. */
  label: string
  className: string | undefined
  children: ReactNode
}

/** What may be wider and longer than its place, and scrolls inside it: the keyboard reaches it too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // Without a place among the tabs nobody could scroll it by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
