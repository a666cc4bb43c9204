import type { ReactNode } from 'react'
import '../tokens.css'
import classes from '../Panels.module.css'

export interface PageProps {
  title: ReactNode
  description?: ReactNode
  /** Slot above the title. */
  breadcrumb?: ReactNode
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** Stands inside another page, whose title is the one h1. */
  isPart?: boolean | undefined
  children: ReactNode
}

/** The frame of every screen: one h1, what it is for, what can be done. */
export function Page({ title, description, breadcrumb, actions, isPart, children }: PageProps) {
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <div className={classes.page}>
      <header className={classes.pageHead}>
        {breadcrumb}
        <div className={classes.pageTitle}>
          <Heading>{title}</Heading>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {description && <p className={classes.pageText}>{description}</p>}
      </header>
      {children}
    </div>
  )
}
