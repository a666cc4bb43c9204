import { useTranslation } from 'react-i18next'
import { askForKeys } from './shortcuts.ts'
import classes from './KeysHint.module.css'

/** Below a table: that there are keys, and which one lists them. */
export function KeysHint() {
  const { t } = useTranslation('table')
  return (
    <button type="button" className={classes.hint} onClick={askForKeys}>
      {t('keys.title')} <kbd>?</kbd>
    </button>
  )
}
