import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useWorded } from '../../lib/failure.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { BankTag } from '../../ui/BankTag.tsx'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import type { Fact } from '../../ui/KeyValue.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Alarm } from './alarm-facts.ts'
import { useAlarmWords } from './use-alarm-words.ts'

/** Somebody else was faster: there is nothing left to try again. */
const overtaken: readonly string[] = ['alreadyHandled', 'notFound', 'stateRefused']

/** Ends an alarm with a reason; where payouts stand still, asks for a second person to let them go on. */
export default function AlarmSheet({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('dashboard')
  const { nameOf } = useAlarmWords()
  const facts = useAlarmFacts(alarm)
  const { isReady, end } = useEnd(alarm)
  const isResume = alarm.endedBy === 'resumePayouts'
  const act = isResume ? 'resume' : 'acknowledge'
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={isResume ? t('alarms.sheet.resumeTitle') : nameOf(alarm)}
      submitLabel={t(`alarms.${act}`)}
      canSubmit={isReady}
      facts={facts}
      reason={{
        label: t('alarms.sheet.reason'),
        isRequired: true,
        description: t(isResume ? 'alarms.sheet.resumeHint' : 'alarms.sheet.reasonHint'),
      }}
      notice={t(`alarms.sheet.${act}Notice`)}
      onSubmit={end}
    />
  )
}

function useAlarmFacts(alarm: Alarm): Fact[] {
  const { t } = useTranslation('dashboard')
  const { aboutOf } = useAlarmWords()
  const about = aboutOf(alarm)
  const { account } = alarm
  return [
    ...(account === null
      ? []
      : [
          {
            label: t('alarms.sheet.account'),
            value: <BankTag code={account.bank}>{`${account.label} ${account.accountNoMasked}`}</BankTag>,
          },
        ]),
    ...(about === null ? [] : [{ label: t('alarms.sheet.about'), value: about }]),
    { label: t('alarms.sheet.since'), value: <Time at={alarm.raisedAt} show="both" /> },
  ]
}

function useEnd(alarm: Alarm) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const errorText = useErrorText()
  const worded = useWorded()
  const acknowledging = useCall('dashboard.acknowledgeAlarm', { refreshes: ['dashboard'] })
  const resuming = useCall('dashboard.resumePayouts', { refreshes: ['dashboard', 'approvals'] })
  // What is in hand stays as it was opened: the list behind the sheet moves on by itself.
  const [{ id, endedBy }] = useState(alarm)
  const send = async ({ reason, idempotencyKey }: ConfirmResult): Promise<string> => {
    if (endedBy === 'resumePayouts') {
      const { state } = await resuming.send({ reason }, { idempotencyKey })
      return t(`alarms.done.${state}`)
    }
    await acknowledging.send({ alarmId: id, reason })
    return t('alarms.done.acknowledged')
  }
  const end = (result: ConfirmResult) =>
    worded(async () => {
      try {
        say(await send(result))
      } catch (thrown) {
        if (!(thrown instanceof CallError) || !overtaken.includes(thrown.code)) throw thrown
        say(errorText(thrown), 'amber')
        await client.invalidateQueries({ queryKey: ['dashboard'] })
      }
    })
  return { isReady: acknowledging.canSend && resuming.canSend, end }
}
