import type { ReactNode } from 'react'
import { config } from '../../lib/config.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Appearance } from '../../ui/page/Appearance.tsx'
import { Mark } from '../../ui/figures/Mark.tsx'
import classes from './PublicCard.module.css'

interface PublicCardProps {
  title: string
  lead?: string
  children: ReactNode
}

/** The page of a visitor who is not yet in: brand, one card, language and theme. */
export function PublicCard({ title, lead, children }: PublicCardProps) {
  useDocumentTitle(title)
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <Appearance />
      </header>
      <main className={classes['middle']}>
        <div className={classes['brand']}>
          <Mark size={36} />
          <span>{config().brand}</span>
        </div>
        <section className={classes['card']}>
          <h1>{title}</h1>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
          {children}
        </section>
      </main>
    </div>
  )
}

/** What went wrong, read out at once. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className={classes['failure']} role="alert">
      {children}
    </p>
  )
}
