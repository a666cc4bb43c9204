import { useTranslation } from 'react-i18next'
import classes from './Overlay.module.css'

/**
 * Covers the screen while tracked requests are in flight. It takes clicks but not the focus, so typing
 * goes on.
 */
export function Overlay({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('ui')
  if (!isShown) return null
  return (
    <div className={classes['overlay']} role="status" data-testid="loading-overlay">
      <div className={classes['bar']} />
      <span className={classes['note']}>{t('loading')}</span>
    </div>
  )
}
