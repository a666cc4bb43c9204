import { useTranslation } from 'react-i18next'
import { kindLabelKey } from '../../../lib/words/transfer-kinds.ts'

/** What a step of a sheet is called: one of its own, or a kind of transfer. */
export function useKindWord(): (code: string) => string {
  const { t, i18n } = useTranslation('reconcile')
  const { t: entry } = useTranslation('credit-transactions')
  return (code) => (i18n.exists(`reconcile:steps.${code}`) ? t(`steps.${code}`) : entry(kindLabelKey(code)))
}
