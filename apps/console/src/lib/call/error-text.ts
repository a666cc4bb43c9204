import { useTranslation } from 'react-i18next'
import { CallError, serverText } from './call.ts'

/**
 * The sentence to show for a failure: the server's own, else the text of its code, in the reader's
 * language.
 */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => {
    if (!(error instanceof CallError)) return t('internal')
    return serverText(error) ?? t(error.code)
  }
}
