import { useTranslation } from 'react-i18next'
import { askForKeys } from './shortcuts.ts'
import classes from './DataTable.module.css'

/** Below a table: that there are keys, and which one lists them. */
export function KeysHint() {
  const { t } = useTranslation('table')
  return (
    <button type="button" className={classes.keysHint} onClick={askForKeys}>
      {t('keys.title')} <kbd>?</kbd>
    </button>
  )
}
