import { approvalsPage } from '../../lib/address/approvals-page.ts'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import type { Pending } from './employee-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

/** A change of rights waits for a second person: who asked, until when, and where it is decided. */
export function PendingBanner({ pending }: { pending: Pending }) {
  const { t } = useTranslation('employees')
  return (
    <div className={blocks['warn']} role="status">
      <h2>{t(`pending.kind.${pending.kind}`)}</h2>
      <p>
        {pending.isOwn ? t('pending.byYou') : t('pending.by', { maker: pending.maker })} ·{' '}
        <Time at={pending.createdAt} />
      </p>
      <p>
        {t('pending.until')} <Time at={pending.expiresAt} show="exact" />
      </p>
      <p>
        <ScreenLink {...approvalsPage({ open: pending.id })}>
          {t(pending.isOwn ? 'pending.openOwn' : 'pending.open')}
        </ScreenLink>
      </p>
    </div>
  )
}
