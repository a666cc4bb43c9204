import { useTranslation } from 'react-i18next'
import { tellsNoPayer } from '../add/account-draft.ts'

/** What telling payments apart by satang does, and that a bank whose messages name no payer needs it. */
export function useSatangHint(bank: string | null): string {
  const { t } = useTranslation('payment-autos')
  const hint = t('add.satangHint')
  return bank !== null && tellsNoPayer(bank) ? `${hint} ${t('add.satangNeeded', { bank })}` : hint
}
