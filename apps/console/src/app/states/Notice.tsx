import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface NoticeProps {
  title: string
  picture?: ReactNode
  actions: ReactNode
  children?: ReactNode
  /** A page of its own, not the inside of the layout. */
  isPage?: boolean
}

/** A calm page that says one thing and offers a way on. */
export function Notice({ title, picture, actions, children, isPage = false }: NoticeProps) {
  const Tag = isPage ? 'main' : 'div'
  return (
    <Tag className={`${classes['notice']} ${isPage ? classes['page'] : ''}`}>
      {picture}
      <h1>{title}</h1>
      <div className={classes['text']}>{children}</div>
      <div className={classes['actions']}>{actions}</div>
    </Tag>
  )
}
