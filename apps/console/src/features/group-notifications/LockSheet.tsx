import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { ChannelMark } from './ChannelMark.tsx'
import type { GroupDetail } from './group-shapes.ts'

interface LockSheetProps {
  group: GroupDetail
  isOpen: boolean
  onClose: () => void
}

/** Locks a group or opens it again, after saying what that does. */
export function LockSheet({ group, isOpen, onClose }: LockSheetProps) {
  const { t } = useTranslation('group-notifications')
  // While the sheet stands open it keeps saying what was asked for.
  const [asked, setAsked] = useState(group.isLocked)
  if (!isOpen && asked !== group.isLocked) setAsked(group.isLocked)
  const { id, name, channel, waiting } = group
  const act = asked ? 'open' : 'lock'
  const drops = !asked && waiting > 0 ? ` ${t('lockSheet.drops', { count: waiting })}` : ''
  return (
    <ActSheet
      call="groupNotifications.toggleLocked"
      input={() => ({ id })}
      refreshes={['groupNotifications']}
      isOpen={isOpen}
      onClose={onClose}
      title={t(`lockSheet.${act}.title`, { name })}
      submitLabel={t(`lockSheet.${act}.submit`)}
      isDanger={!asked}
      facts={[
        { label: t('field.name'), value: name },
        { label: t('field.channel'), value: <ChannelMark channel={channel} /> },
      ]}
      notice={`${t(`lockSheet.${act}.effect`)}${drops}`}
      onDone={({ isLocked }) => {
        // The call turns it round: somebody else may have done so a moment ago.
        const isAsWished = isLocked !== asked
        say(t(isLocked ? 'lockSheet.locked' : 'lockSheet.opened', { name }), isAsWished ? 'green' : 'amber')
      }}
    />
  )
}
