import { waitingDepositStates, waitingWithdrawalStates } from '@khlang/contract/values/value-lists.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * What waits, said once: the dashboard's figures and the lists they open use the same conditions, so
 * that each number equals its list. Each takes the alias of its table.
 */
const unreadMessageStates = ['parseFailed', 'senderUnknown'] as const

const oneOf = (alias: string, states: readonly string[]): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.state`)} in (${sql.join(states.map((state) => sql.lit(state)))})`

export const isWaitingDeposit = (alias = 'd'): RawBuilder<boolean> => oneOf(alias, waitingDepositStates)
export const isWaitingWithdrawal = (alias = 'w'): RawBuilder<boolean> =>
  oneOf(alias, waitingWithdrawalStates)
/** A request for a second person that nobody has decided and whose time is not over. */
export const isWaitingApproval = (alias = 'p'): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.state`)} = 'pending' and ${sql.ref(`${alias}.expires_at`)} > now()`
export const isUnreadMessage = (alias = 'b'): RawBuilder<boolean> =>
  sql`${oneOf(alias, unreadMessageStates)} and ${sql.ref(`${alias}.dismissed_at`)} is null`
