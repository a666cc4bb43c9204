import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { Time } from '../../ui/figures/Time.tsx'
import classes from './AwayBanner.module.css'

/** What stands still since the database was brought back, and since when; until two people release it. */
export function RestoredBanner() {
  const { t } = useTranslation('ui')
  const options = { isTracked: false, live: 'approval', staleMs: 0, refetchEveryMs: 60_000 } as const
  const held = useQueryCall('dashboard.restored', {}, options).data?.held
  if (!held) return null
  return (
    <div className={classes['away']} role="alert">
      <IconHandStop size={18} aria-hidden />
      <span>
        {t('restored.to')} <Time at={held.restoredTo} show="exact" />. {t('restored.stopped')}{' '}
        {held.openPayouts > 0 && `${t('restored.payouts', { count: held.openPayouts })} `}
        {held.unknownOutgoing > 0 && `${t('restored.outgoing', { count: held.unknownOutgoing })} `}
        <ScreenLink to="/dashboard">{t('restored.link')}</ScreenLink>
      </span>
    </div>
  )
}
