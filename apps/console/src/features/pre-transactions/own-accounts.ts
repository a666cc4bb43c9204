import { useCallback, useMemo } from 'react'
import { useAllows } from '../../lib/person/permissions.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { accountName } from '../../lib/words/account-name.ts'

/**
 * Names of our own accounts for lists and choices. Who may not see them reads the end of the id instead.
 */
export function useOwnAccounts() {
  const isEnabled = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const { data } = useQueryCall(
    'preTransactions.accounts',
    {},
    { isEnabled, isTracked: false, staleMs: 60_000 },
  )
  const nameOf = useCallback(
    (id: string): string => {
      const account = data?.records.find((each) => each.id === id)
      return account ? accountName(account) : `…${id.slice(-6)}`
    },
    [data],
  )
  const options = useMemo(
    () =>
      (data?.records ?? []).map(({ id, bank, label, accountNoMasked }) => ({
        value: id,
        label: `${accountName({ bank, label })} ${accountNoMasked}`,
      })),
    [data],
  )
  const banks = useMemo(
    () => [...new Set((data?.records ?? []).map(({ bank }) => bank))].toSorted(),
    [data],
  )
  return { nameOf, options, banks }
}
