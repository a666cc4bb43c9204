import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Queue.module.css'

/** A list with a sheet beside it from 900 px on; on a narrower screen the sheet takes the whole page. */
export function Split({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('pre-transactions')
  const isOpen = aside !== null
  return (
    <div className={classes['split']} data-open={isOpen || undefined}>
      <div>{children}</div>
      {isOpen && (
        <aside className={classes['aside']} aria-label={t('request.sheet')}>
          {aside}
        </aside>
      )}
    </div>
  )
}
