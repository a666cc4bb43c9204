import { distributorBillings, distributorStates } from '@khlang/contract/play/distributor-values.ts'
import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { z } from 'zod'
import { outsideIdSchema } from '../../platform/db/outside-ids.ts'

/** The last day of a contract that nobody has ended, as the database has it. */
const noEnd = '9999-12-31'
export const endOf = (validUntil: string | null): string => validUntil ?? noEnd
export const shownEnd = (validUntil: string): string | null => (validUntil === noEnd ? null : validUntil)

/** The whole of a distributor, as two people agree to it. */
export const DistributorTerms = z.strictObject({
  distributorId: outsideIdSchema('distributor'),
  code: z.string(),
  name: z.string(),
  contact: z.string(),
  billingDay: z.int(),
  minimumFeeMinor: z.int(),
  billing: z.enum(distributorBillings),
  lowBalanceMinor: z.int(),
  state: z.enum(distributorStates),
  /** Null: it is a new one. */
  version: z.int().nullable(),
})
export type DistributorTerms = z.output<typeof DistributorTerms>

/** The whole of a contract, as two people agree to it. */
export const ContractTerms = z.strictObject({
  contractId: outsideIdSchema('distributorContract'),
  distributorId: outsideIdSchema('distributor'),
  providerId: outsideIdSchema('gameProvider'),
  distributor: z.string(),
  provider: z.string(),
  gameType: z.enum(['all', ...gameTypes]),
  feeBps: z.int(),
  validFrom: z.string(),
  /** The year 9999: nobody has ended it. */
  validUntil: z.string(),
  version: z.int().nullable(),
})
export type ContractTerms = z.output<typeof ContractTerms>

/** What a second person and the log look at: each word that differs. */
export function termDifferences(
  document: DistributorTerms | ContractTerms,
  before: DistributorTerms | ContractTerms | null,
) {
  const hidden = ['version', 'distributorId', 'contractId', 'providerId']
  const was: Readonly<Record<string, unknown>> = before ?? {}
  return Object.entries(document).flatMap(([field, after]) => {
    const isEmpty = before === null && (after === '' || after === noEnd)
    if (hidden.includes(field) || isEmpty || was[field] === after) return []
    return [{ field, before: was[field] ?? null, after }]
  })
}

/** The differences as the log keeps them. */
export function changeOf(
  document: DistributorTerms | ContractTerms,
  before: DistributorTerms | ContractTerms | null,
) {
  const changed = termDifferences(document, before)
  const words = (of: 'before' | 'after') =>
    Object.fromEntries(changed.map((each) => [each.field, each[of]]))
  return { ...(before === null ? {} : { before: words('before') }), after: words('after') }
}
