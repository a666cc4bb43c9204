/** What money of the company's own is, by the way it goes. */
export const incomeCategories = ['interest', 'feeIncome', 'otherIncome', 'unclaimed', 'ownerTopUp'] as const
export const costCategories = ['bankFee', 'companyCost', 'tax', 'ownerDraw'] as const
export const bookingCategories = [...incomeCategories, ...costCategories] as const
export type BookingCategory = (typeof bookingCategories)[number]

/** What one person never books alone, whatever the amount: nobody outside would miss it. */
export const neverAlone: readonly BookingCategory[] = ['ownerTopUp', 'ownerDraw', 'unclaimed']
