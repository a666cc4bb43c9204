import type { ReactNode } from 'react'
import '../tokens.css'
import classes from './Card.module.css'

interface CardProps {
  title: string
  children: ReactNode
}

/** A part of a drawer or a page, framed, under its own title. */
export function Card({ title, children }: CardProps) {
  return (
    <section className={classes['card']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
