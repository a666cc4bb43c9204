import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import type { Fact } from '../../ui/figures/KeyValue.tsx'
import '../../ui/kit-later.ts'
import { Time } from '../../ui/figures/Time.tsx'
import type { Alarm } from './alarm-shapes.ts'
import { useAlarmWords } from './use-alarm-words.ts'

/** Somebody else was faster: there is nothing left to try again. */
const overtaken: readonly string[] = ['alreadyHandled', 'notFound', 'stateRefused']

/** Ends an alarm with a reason; where payouts stand still, asks for a second person to let them go on. */
export default function AlarmSheet({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('dashboard')
  const { nameOf } = useAlarmWords()
  const facts = useAlarmFacts(alarm)
  const onRefused = useOvertaken()
  const [isChecked, setChecked] = useState(false)
  // What is in hand stays as it was opened: the list behind the sheet moves on by itself.
  const [{ id: alarmId, endedBy }] = useState(alarm)
  const label = t('alarms.sheet.reason')
  const shared = {
    onClose,
    onRefused,
    facts,
    submitLabel: t(`alarms.act.${endedBy}`),
    reason: { label, isRequired: true, description: t(`alarms.sheet.hint.${endedBy}`) },
    notice: t(`alarms.sheet.notice.${endedBy}`),
  }
  if (endedBy === 'resumePayouts')
    return (
      <ActSheet
        {...shared}
        call="dashboard.resumePayouts"
        input={(reason) => ({ reason })}
        refreshes={['dashboard', 'approvals']}
        title={t('alarms.sheet.title.resumePayouts')}
        onDone={({ state }) => say(t(`alarms.resumePayouts.${state}`))}
      />
    )
  if (endedBy === 'releaseRestored')
    return (
      <ActSheet
        {...shared}
        call="dashboard.releaseRestored"
        input={(reason) => ({ reason, isRailListChecked: true })}
        refreshes={['dashboard', 'approvals']}
        title={t('alarms.sheet.title.releaseRestored')}
        isPossible={isChecked}
        onDone={({ state }) => say(t(`alarms.releaseRestored.${state}`))}
      >
        <Checkbox
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
          label={t('alarms.sheet.railChecked')}
        />
      </ActSheet>
    )
  return (
    <ActSheet
      {...shared}
      call="dashboard.acknowledgeAlarm"
      input={(reason) => ({ alarmId, reason })}
      refreshes={['dashboard']}
      title={nameOf(alarm)}
      onDone={() => say(t('alarms.done.acknowledged'))}
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

/** Where somebody was faster, says so and reads the alarms again. */
function useOvertaken() {
  const client = useQueryClient()
  const errorText = useErrorText()
  return (thrown: unknown): boolean => {
    if (!(thrown instanceof CallError) || !overtaken.includes(thrown.code)) return false
    say(errorText(thrown), 'amber')
    void client.invalidateQueries({ queryKey: ['dashboard'] })
    return true
  }
}
