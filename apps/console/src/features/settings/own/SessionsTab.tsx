import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../../lib/person/view-reason.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { deviceName } from '../../../lib/person/device-names.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

type Session = OutputOf<CallOf<'auth.sessions'>>['records'][number]

/** Where one is signed in, and the ways out of it. */
export default function SessionsTab() {
  const viewReason = useViewReason()
  const { t } = useTranslation('settings')
  const failure = useFailure()
  const errorText = useErrorText()
  const list = useQueryCall('auth.sessions', {}, { isTracked: false, staleMs: 0 })
  const end = useCall('auth.endSession', { refreshes: ['auth.sessions'] })
  const [refusal, setRefusal] = useState<string | null>(null)
  const shown = failure(list.error)
  if (shown) return <ErrorState error={shown} onRetry={() => void list.refetch()} />
  const sessions = list.data?.records ?? []
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const endAll = async (which: readonly Session[]) => {
    setRefusal(null)
    try {
      for (const { id } of which) await end.send({ id })
      say(t('sessions.ended', { count: which.length }))
    } catch (thrown) {
      setRefusal(errorText(thrown))
    }
  }
  return (
    <section className={blocks['narrow']} aria-label={t('tabs.sessions')}>
      <p className={blocks['note']}>{t('sessions.lead')}</p>
      <ul className={classes['sessions']} aria-label={t('tabs.sessions')}>
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            canEnd={end.canSend}
            onEnd={() => void endAll([session])}
          />
        ))}
      </ul>
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      {others.length > 1 && (
        <div className={blocks['buttons']}>
          <Button
            variant="default"
            color="red"
            loading={end.isSending}
            disabled={!end.canSend}
            {...viewReason}
            onClick={() => void endAll(others)}
          >
            {t('sessions.endOthers', { count: others.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

interface SessionLineProps {
  session: Session
  canEnd: boolean
  onEnd: () => void
}

/** One place where one is signed in: the device, since when, and the way out. */
function SessionLine({ session, canEnd, onEnd }: SessionLineProps) {
  const { t } = useTranslation('settings')
  const viewReason = useViewReason()
  return (
    <li>
      <div>
        <b title={session.device}>{deviceName(session.device)}</b>
        <span className={blocks['note']}>
          {session.address} · {t('sessions.since')} <Time at={session.createdAt} show="both" /> ·{' '}
          {t('sessions.seen')} <Time at={session.lastSeenAt} show="both" />
        </span>
      </div>
      {session.isCurrent ? (
        <Status tone="green" label={t('sessions.current')} />
      ) : (
        <Button variant="default" disabled={!canEnd} {...viewReason} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
