import { useQueryCall } from '../../lib/call/query.ts'

/** Our accounts as who asks for a transfer sees them. Balances move without an event of the account. */
export const useSources = () =>
  useQueryCall('ownTransfers.accounts', {}, { live: 'ownTransfer', refetchEveryMs: 15_000 })
