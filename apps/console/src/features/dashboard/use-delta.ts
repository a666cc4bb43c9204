import { useTranslation } from 'react-i18next'
import type { StatCardProps } from '../../ui/figures/StatCard.tsx'
import { changeText, compare } from './day-compare.ts'

/**
 * How a figure of a day stands against the day before.
 * @param isRunning today is not over: the comparison is with a whole day, so it says so and judges nothing
 */
export function useDelta(isRunning: boolean) {
  const { t } = useTranslation('dashboard')
  return (now: number, then: number, isMoreGood: boolean | null): StatCardProps['delta'] => {
    const change = compare(now, then)
    const isGood =
      isRunning || isMoreGood === null || change.direction === 'same'
        ? null
        : (change.direction === 'up') === isMoreGood
    return {
      direction: change.direction,
      text: t(isRunning ? 'day.againstWhole' : 'day.against', { change: changeText(change) }),
      tone: isGood === null ? undefined : isGood ? 'green' : 'red',
    }
  }
}
