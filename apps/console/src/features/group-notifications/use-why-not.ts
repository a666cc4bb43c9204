import { useTranslation } from 'react-i18next'
import { whyNot } from './delivery-words.ts'

/** Words a failure of sending; one that is not known keeps the server's word behind ours. */
export function useWhyNot(): (error: string) => string {
  const { t } = useTranslation('group-notifications')
  return (error) => {
    const known = whyNot(error)
    return known ? t(known.key, { status: known.status }) : `${t('whyNot.other')} (${error})`
  }
}
