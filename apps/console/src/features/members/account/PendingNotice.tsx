import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { openSettling } from '../../../lib/call/settling.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

/** One line above everything else: a change of this member waits. The sheet says the rest. */
export function PendingNotice({ member }: { member: Pick<MemberDetail, 'pendingChange'> }) {
  const { t } = useTranslation('members')
  const pending = member.pendingChange
  if (pending === null) return null
  const isAccount = pending.kind === 'memberAccountChange'
  return (
    <div className={`${blocks['warn']} ${blocks['sides']}`} role="status">
      <span>
        <strong>{t(isAccount ? 'pending.title' : 'pending.otherTitle')}</strong>{' '}
        {t('pending.by', { maker: pending.maker })} · <Time at={pending.createdAt} />
      </span>
      {isAccount && (
        <Button size="compact-sm" onClick={() => openSettling(pending.id)}>
          {t('pending.open')}
        </Button>
      )}
    </div>
  )
}
