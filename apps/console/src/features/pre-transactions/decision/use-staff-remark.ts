import { useTranslation } from 'react-i18next'
import type { AskedReason } from '../../../ui/sheet/Confirm.tsx'

/** The word to the staff that goes with a refusal, or with an end by hand. */
export function useStaffRemark(): AskedReason {
  const { t } = useTranslation('pre-transactions')
  return {
    label: t('request.remarkStaff'),
    isRequired: true,
    description: t('request.remarkHint'),
    missing: t('request.missing.remark'),
  }
}
