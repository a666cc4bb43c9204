import { useTranslation } from 'react-i18next'
import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { useMenuCounts } from '../../lib/alerts/menu-counts.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import classes from './Counted.module.css'

/** The way to what waits for this person, with its number. */
export function Due() {
  const { t } = useTranslation('ui')
  const count = useMenuCounts().approvals ?? 0
  const label = t('approvalsDue', { count })
  return (
    <ScreenLink
      {...approvalsPage()}
      className={classes['counted']}
      title={label}
      aria-label={label}
      data-count={count > 99 ? '99+' : count || undefined}
    >
      <svg className={classes['tick']} viewBox="0 0 24 24" aria-hidden>
        <path d="M4 12l5 5L20 6M4 20h16" />
      </svg>
    </ScreenLink>
  )
}
