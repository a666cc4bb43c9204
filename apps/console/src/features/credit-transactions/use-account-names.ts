import { useTranslation } from 'react-i18next'
import { useAllows } from '../../lib/person/permissions.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { namedAccount } from './ledger-account.ts'

/** Names ledger accounts in words; own bank accounts by their label where the person may see them. */
export function useAccountNames(): (code: string) => { name: string; owner: string | null } {
  const { t } = useTranslation('credit-transactions')
  const isEnabled = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const { data } = useQueryCall(
    'preTransactions.accounts',
    {},
    { isEnabled, isTracked: false, staleMs: 60_000 },
  )
  return (code) => {
    const known = namedAccount(code)
    if (known === null) return { name: code, owner: null }
    const own = data?.records.find(({ id }) => id === known.ownerId)
    // An id is no name: whose it is stays unsaid where it cannot be said.
    return { name: t(`account.${known.key}`), owner: own ? accountLabel(own) : null }
  }
}

/** Most labels begin with their bank; the others get it said. */
const accountLabel = ({ bank, label }: { bank: string; label: string }): string =>
  label.startsWith(bank) ? label : `${bank} ${label}`
