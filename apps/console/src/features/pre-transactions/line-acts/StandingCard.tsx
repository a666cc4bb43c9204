import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import blocks from '../../../ui/Blocks.module.css'

const handles = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const

interface Act {
  label: string
  run: () => void
}

function ActButton({ act }: { act: Act }) {
  const isAway = useIsAway()
  return (
    <div className={blocks.buttons}>
      <Button size="sm" variant="default" disabled={isAway} onClick={act.run}>
        {act.label}
      </Button>
    </div>
  )
}

interface StandingCardProps {
  /** What the card is called, and the line above it where that says more. */
  name: string
  title?: string
  /** That it stands, or was taken back. */
  label: string
  isBack: boolean
  /** By whose word: people, or a rule. */
  by: readonly (string | null)[] | ReactNode
  at: string
  reason: string | null
  /** How it is taken back; absent while a request about the line waits. */
  back: Act | null
  children?: ReactNode
}

const isPeople = (by: StandingCardProps['by']): by is readonly (string | null)[] => Array.isArray(by)

/** What a line was taken for, by whose word and when; whoever handles lines may ask to take it back. */
export function StandingCard({ name, title = name, by, at, reason, back, ...card }: StandingCardProps) {
  const mayAct = useAllows()(handles)
  return (
    <section className={blocks.card} aria-label={name}>
      <div className={blocks.sides}>
        <b>{title}</b>
        <Status tone={card.isBack ? 'grey' : 'green'} label={card.label} />
      </div>
      {card.children}
      <p className={blocks.quiet}>
        {isPeople(by) ? by.filter((each) => each !== null).join(' · ') : by} <Time at={at} show="exact" />
      </p>
      {reason !== null && <p>{reason}</p>}
      {!card.isBack && back && mayAct && <ActButton act={back} />}
    </section>
  )
}

/** What an open line may be: people look, and decide. */
export function ActHint({ name, text, act }: { name: string; text: string; act: Act }) {
  const mayAct = useAllows()(handles)
  return (
    <section className={blocks.card} aria-label={name}>
      <p>{text}</p>
      {mayAct && <ActButton act={act} />}
    </section>
  )
}
