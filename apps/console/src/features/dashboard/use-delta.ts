import { useTranslation } from 'react-i18next'
import { changeOf, toneOf } from '../../lib/words/change.ts'
import type { StatCardProps } from '../../ui/figures/StatCard.tsx'

/**
 * How a figure of a day stands against the day before.
 * @param isRunning today is not over: the comparison is with a whole day, so it says so and judges nothing
 */
export function useDelta(isRunning: boolean) {
  const { t } = useTranslation('dashboard')
  return (
    now: number,
    then: number,
    isMoreGood: boolean | null,
    kind: 'money' | 'count' = 'money',
  ): StatCardProps['delta'] => {
    const change = changeOf(now, then, kind)
    return {
      direction: change.direction,
      text: t(isRunning ? 'day.againstWhole' : 'day.against', { change: change.text }),
      tone: toneOf(change, isRunning ? null : isMoreGood),
    }
  }
}
