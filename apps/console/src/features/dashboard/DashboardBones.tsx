import { Skeleton } from '@mantine/core'
import { useAllows } from '../../lib/person/permissions.ts'
import classes from './Dashboard.module.css'

/** Heights of what comes, in px. A card of a day's first line also says the change. */
const alarmsHeight = 139
const cardHeight = 138
const changeCardHeight = 152
const plainCardHeight = 117
const chartHeight = 328

const bonesOf = (length: number): readonly number[] => Array.from({ length }, () => cardHeight)
const waitingCards = bonesOf(4)
const waitingCardsOfDecider = bonesOf(5)
const heldCards = bonesOf(3)
const dayCards: readonly number[] = Array.from({ length: 10 }, (_, at) =>
  at < 4 ? changeCardHeight : plainCardHeight,
)

interface CardBonesProps {
  heights: readonly number[]
  /** How they stand: as in `Dashboard.module.css`. */
  as?: 'cards' | 'fill' | 'six'
  /** Nothing is on its way yet. */
  isIdle?: boolean
}

function CardBones({ heights, as = 'cards', isIdle = false }: CardBonesProps) {
  return (
    <div className={classes[as]} aria-busy={!isIdle}>
      {heights.map((height, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </div>
  )
}

/** Stands for the alarms and the cards of money now. */
export function MoneyBones() {
  const mayDecide = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  return (
    <>
      <Skeleton height={alarmsHeight} />
      <CardBones heights={mayDecide ? waitingCardsOfDecider : waitingCards} as="fill" />
      <CardBones heights={heldCards} as="fill" />
    </>
  )
}

/** Stands for the counters of a day and their chart. */
export function DayBones() {
  return (
    <>
      <CardBones heights={dayCards} />
      <Skeleton height={chartHeight} />
    </>
  )
}

const playCards: readonly number[] = Array.from({ length: 6 }, () => changeCardHeight)

/** Stands for what was played on a day. */
export function GamesBones({ isIdle = false }: Pick<CardBonesProps, 'isIdle'>) {
  return (
    <>
      <CardBones heights={playCards} as="six" isIdle={isIdle} />
      <Skeleton height={chartHeight} />
    </>
  )
}
