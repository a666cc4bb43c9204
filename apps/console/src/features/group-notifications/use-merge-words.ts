import { useTranslation } from 'react-i18next'
import { mergeChoices } from './group-times.ts'

/** Names a merge window of so many seconds. */
export function useMergeWords(): (seconds: number) => string {
  const { t } = useTranslation('group-notifications')
  return (seconds) =>
    mergeChoices.some((each) => each === seconds) ? t(`merge.${seconds}`) : t('merge.other', { seconds })
}
