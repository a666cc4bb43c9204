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
  children: ReactNode
}

/** The frame of every screen: one h1, what it is for, what can be done. */
export function Page({ title, description, breadcrumb, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.pageHead}>
        {breadcrumb}
        <div className={classes.pageTitle}>
          <h1>{title}</h1>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {description && <p className={classes.pageText}>{description}</p>}
      </header>
      {children}
    </div>
  )
}
