/** Closed lists of values of distributors and reports: no schema here, so that a browser may read them. */

export const distributorStates = ['active', 'closed'] as const

/** Paid by the invoices of months, or ahead: what is owed is drawn from what was sent before. */
export const distributorBillings = ['credit', 'prepaid'] as const

/** What a month comes to, or money that is sent ahead. */
export const invoiceKinds = ['fee', 'topUp'] as const

/** A fee of a month, money that a line of a bank moved, or such a payment taken back. */
export const distributorEntryKinds = ['fee', 'paid', 'topUp', 'takenBack'] as const

/** How an invoice stands: reckoned by us, told by them, paid; or people disagree about it. */
export const invoiceStates = ['draft', 'issued', 'paid', 'disputed'] as const

/** Which of two amounts of an invoice is booked: what our contracts say, or what they told. */
export const invoiceBases = ['ours', 'theirs'] as const

/** `ended`: the log of a provider was not read to its end. */
export const reportStates = ['uploaded', 'comparing', 'compared', 'ended'] as const
export const reportSources = ['file', 'log'] as const

/** What differs of a round: we do not have it, they do not have it, or its amounts are others. */
export const reportDifferenceKinds = ['notOurs', 'notTheirs', 'otherAmounts'] as const
export const reportDifferenceStates = ['open', 'disputed', 'accepted'] as const

/** What a column of a report can be. */
export const reportColumns = ['round', 'transaction', 'player', 'stake', 'payout', 'time'] as const

/** Why the columns of a report do not tell what is compared. */
export const reportMappingFaults = ['roundColumn', 'amountColumn', 'columnTwice', 'noColumn'] as const
/** Why a row of a report is not understood. */
export const reportRowFaults = ['roundMissing', 'amountUnclear', 'timeUnclear'] as const
