import {
  incomeCategories,
  neverAlone,
  type BookingCategory,
} from '@khlang/contract/pre-transactions/booking-words.ts'

const isIncome = (category: BookingCategory) => incomeCategories.some((each) => each === category)

/** Whether money that goes this way can be of this category. */
export const isThisWay = (direction: 'in' | 'out', category: BookingCategory): boolean =>
  isIncome(category) === (direction === 'in')

interface RuleWanted {
  readonly direction: 'in' | 'out'
  readonly category: BookingCategory
  readonly texts: readonly string[]
  readonly channel: string | null
  readonly amountMinor: number | null
  readonly maxMinor: number
}

/**
 * Why there is no such rule; null where there may be. One that tells nothing of a line but its account would
 * take what is a member's; one above what a person books alone would take what two must look at. Pure.
 */
export function whyNotRule(rule: RuleWanted, limitMinor: number) {
  if (!isThisWay(rule.direction, rule.category)) return 'wrongWay' as const
  if (neverAlone.includes(rule.category)) return 'neverByRule' as const
  if (rule.texts.length === 0 && rule.channel === null && rule.amountMinor === null)
    return 'ruleTooWide' as const
  return rule.maxMinor > limitMinor || (rule.amountMinor ?? 0) > rule.maxMinor ? ('tooMuch' as const) : null
}
