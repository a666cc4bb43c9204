import { isTransferKind, transferKinds } from '@khlang/ledger/kinds.ts'
import { useTranslation } from 'react-i18next'

/** What a step of a sheet is called: one of its own, or a kind of transfer. */
export function useKindWord(): (code: string) => string {
  const { t } = useTranslation('reconcile')
  const { t: entry } = useTranslation('credit-transactions')
  return (code) => (isTransferKind(code) ? entry(transferKinds[code].labelKey) : t(`steps.${code}`))
}
