import { Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { eventGroups } from '../../lib/call/event-groups.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { say } from '../../lib/alerts/notices.ts'
import { useCall, useQueryCall } from '../../lib/call/query.ts'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import '../../ui/kit-later.ts'
import type { EventCode } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import classes from './Notices.module.css'

/** Which kinds of event come into the own inbox. Changes are kept at once. */
export default function Mutes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const mutes = useQueryCall('notifications.mutes', {})
  const error = failure(mutes.error)
  return (
    <DetailPanel isOpen onClose={onClose} title={t('mutes.title')}>
      <div className={classes['mutes']}>
        <p>{t('mutes.lead')}</p>
        {error && <ErrorState error={error} onRetry={() => void mutes.refetch()} isInline />}
        {mutes.data &&
          eventGroups(mutes.data.inbox).map(({ area, codes }) => (
            <fieldset key={area}>
              <legend>{t(`areas.${area}`)}</legend>
              {codes.map((code) =>
                mutes.data.critical.includes(code) ? (
                  <Always key={code} code={code} />
                ) : (
                  <Kind key={code} code={code} isMuted={mutes.data.muted.includes(code)} />
                ),
              )}
            </fieldset>
          ))}
      </div>
    </DetailPanel>
  )
}

/** A kind that no mute keeps out: said, not offered. */
function Always({ code }: { code: EventCode }) {
  const { t } = useTranslation('notifications')
  return (
    <div className={classes['kind']}>
      <IconLock className={classes['lock']} size={16} aria-hidden />
      <span>
        {t(`events.${code}.title`)}
        <small>{t('mutes.critical')}</small>
      </span>
      <SeverityMark severity="critical" />
    </div>
  )
}

function Kind({ code, isMuted }: { code: EventCode; isMuted: boolean }) {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const mute = useCall('notifications.mute', { refreshes: ['notifications'] })
  const name = t(`events.${code}.title`)
  const change = async () => {
    try {
      await mute.send({ code, isMuted: !isMuted })
      say(t(isMuted ? 'mutes.on' : 'mutes.off', { name }))
    } catch (thrown) {
      say(failure(thrown)?.message ?? '', 'red')
    }
  }
  return (
    <div className={classes['kind']}>
      <Switch
        label={name}
        checked={!isMuted}
        disabled={mute.isSending || !mute.canSend}
        onChange={() => void change()}
      />
    </div>
  )
}
