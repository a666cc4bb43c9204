import { sql, type RawBuilder } from 'kysely'

/**
 * Whether an account, given by `ref`, counts as the person of another: the same account, a phone of the
 * same, or linked by who made it and who was handed its code (decisions 44). For lists: reckoned once for
 * all rows, as long as `personId` is a value. A `ref` that is null gives null.
 */
export const isSamePerson = (ref: RawBuilder<unknown>, personId: string): RawBuilder<boolean> =>
  sql<boolean>`(${ref} = any(array(select person_accounts(${personId}::uuid))))`
