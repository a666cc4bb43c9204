import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useWorded } from '../../lib/call/failure.ts'
import { say } from '../../lib/alerts/notices.ts'
import { useCall } from '../../lib/call/query.ts'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Confirm, type ConfirmResult } from '../../ui/sheet/Confirm.tsx'
import type { Fact } from '../../ui/figures/KeyValue.tsx'
import '../../ui/kit-later.ts'
import { Time } from '../../ui/figures/Time.tsx'
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
  const [isChecked, setChecked] = useState(false)
  const { endedBy } = alarm
  const isAcknowledge = endedBy === 'acknowledge'
  const isRelease = endedBy === 'releaseRestored'
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={isAcknowledge ? nameOf(alarm) : t(`alarms.sheet.title.${endedBy}`)}
      submitLabel={t(`alarms.act.${endedBy}`)}
      canSubmit={isReady && (!isRelease || isChecked)}
      facts={facts}
      reason={{
        label: t('alarms.sheet.reason'),
        isRequired: true,
        description: t(`alarms.sheet.hint.${endedBy}`),
      }}
      notice={t(`alarms.sheet.notice.${endedBy}`)}
      onSubmit={end}
    >
      {isRelease && (
        <Checkbox
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
          label={t('alarms.sheet.railChecked')}
        />
      )}
    </Confirm>
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
  const releasing = useCall('dashboard.releaseRestored', { refreshes: ['dashboard', 'approvals'] })
  // What is in hand stays as it was opened: the list behind the sheet moves on by itself.
  const [{ id, endedBy }] = useState(alarm)
  const send = async ({ reason, idempotencyKey }: ConfirmResult): Promise<string> => {
    if (endedBy === 'resumePayouts') {
      const { state } = await resuming.send({ reason }, { idempotencyKey })
      return t(`alarms.resumePayouts.${state}`)
    }
    if (endedBy === 'releaseRestored') {
      const input = { reason, isRailListChecked: true as const }
      const { state } = await releasing.send(input, { idempotencyKey })
      return t(`alarms.releaseRestored.${state}`)
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
  return { isReady: [acknowledging, resuming, releasing].every(({ canSend }) => canSend), end }
}
