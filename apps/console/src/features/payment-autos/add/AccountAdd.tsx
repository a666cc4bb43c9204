import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountSteps } from './AccountSteps.tsx'

const idOf = (prefix: string, value: RawSearch[string] | undefined) =>
  typeof value === 'string' && value.startsWith(prefix) ? value : undefined

const parse = (raw: RawSearch) => ({
  account: idOf('oba_', raw['account']),
  request: idOf('apr_', raw['request']),
})

/** `/payment-auto/add`: a new own bank account, from the form to its first message and its first use. */
export default function AccountAdd() {
  const [{ account, request }] = useScreenSearch(parse)
  if (account === undefined) return <AccountForm />
  return <AccountSteps key={account} id={account} requestId={request} />
}
