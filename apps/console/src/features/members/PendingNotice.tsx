import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/Time.tsx'
import type { MemberDetail } from './member-shapes.ts'
import { PendingAccount } from './PendingAccount.tsx'
import classes from './Members.module.css'

/** Above everything else: a change of this member waits for a second person. */
export function PendingNotice({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const pending = member.pendingChange
  if (pending === null) return null
  if (pending.kind === 'memberAccountChange') return <PendingAccount member={member} />
  return (
    <div className={classes['warn']} role="status">
      <h2>{t('pending.otherTitle')}</h2>
      <p>
        {t('pending.by', { maker: pending.maker })} · <Time at={pending.createdAt} />
      </p>
    </div>
  )
}
