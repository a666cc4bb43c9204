import { Skeleton } from '@mantine/core'
import classes from './Dashboard.module.css'

/** Heights of what comes, in px: a card of a waiting figure, a card with its change, the chart's panel. */
const cardHeight = 111
const dayCardHeight = 136
const chartHeight = 330

function CardBones({ count, height }: { count: number; height: number }) {
  return (
    <div className={classes['cards']} aria-busy>
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </div>
  )
}

/** Stands for the alarms and the cards of money now. */
export function MoneyBones() {
  return (
    <>
      <Skeleton height={cardHeight} />
      <CardBones count={7} height={cardHeight} />
    </>
  )
}

/** Stands for the counters of a day and their chart. */
export function DayBones() {
  return (
    <>
      <CardBones count={10} height={dayCardHeight} />
      <Skeleton height={chartHeight} />
    </>
  )
}
