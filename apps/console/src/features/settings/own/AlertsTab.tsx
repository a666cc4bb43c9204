import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertQueue } from '../../../lib/alerts/alert-queues.ts'
import { useAlerts } from '../../../lib/alerts/alerts.ts'
import {
  askDesktop,
  desktopState,
  setDesktop,
  setSound,
  showDesktop,
  testSound,
} from '../../../lib/alerts/calling.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Choice } from './Choice.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

const queues = ['deposits', 'withdrawals', 'approvals', 'critical'] as const satisfies readonly AlertQueue[]

/** What calls a person away from whatever they do: by sound, or by an alert of the desktop. */
export default function AlertsTab() {
  const { t } = useTranslation('settings')
  const mayQueue = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const { desktop } = useAlerts()
  const [permission, setPermission] = useState(desktopState)
  const shown = queues.filter((queue) => mayQueue || (queue !== 'deposits' && queue !== 'withdrawals'))
  const change = async (queue: AlertQueue, isOn: boolean) => {
    await setDesktop([queue], isOn)
    setPermission(desktopState())
  }
  const isRefused = permission === 'denied' || permission === 'unsupported'
  const isLost = desktop.length > 0 && permission !== 'granted'
  return (
    <section className={blocks['narrow']} aria-label={t('tabs.alerts')}>
      <p className={blocks['note']}>{t('alerts.lead')}</p>
      <p className={blocks['note']}>{t('kept')}</p>
      {(isRefused || isLost) && (
        <p className={blocks['warn']} role="status">
          {t(`alerts.permission.${permission}`)}
        </p>
      )}
      <div className={classes['choices']}>
        {shown.map((queue) => (
          <QueueLine key={queue} queue={queue} onDesktop={(isOn) => void change(queue, isOn)} />
        ))}
      </div>
      <Tests onAsked={() => setPermission(desktopState())} />
      <p className={blocks['note']}>
        {t('alerts.muted')}{' '}
        <AppLink
          className={blocks['wordLink']}
          href={hrefOf({ to: '/notification/list', search: { mutes: true } })}
        >
          {t('alerts.mutedLink')}
        </AppLink>
      </p>
    </section>
  )
}

interface QueueLineProps {
  queue: AlertQueue
  onDesktop: (isOn: boolean) => void
}

function QueueLine({ queue, onDesktop }: QueueLineProps) {
  const { t } = useTranslation('settings')
  const { sound, desktop } = useAlerts()
  const name = t(`alerts.queues.${queue}`)
  return (
    <Choice title={name}>
      <span className={classes['switches']}>
        <Switch
          label={t('alerts.sound')}
          aria-label={`${name} · ${t('alerts.sound')}`}
          checked={sound.includes(queue)}
          onChange={({ currentTarget }) => setSound([queue], currentTarget.checked)}
        />
        <Switch
          label={t('alerts.desktop')}
          aria-label={`${name} · ${t('alerts.desktop')}`}
          checked={desktop.includes(queue)}
          onChange={({ currentTarget }) => onDesktop(currentTarget.checked)}
        />
      </span>
    </Choice>
  )
}

/** What one would hear and see, tried at once. */
function Tests({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation('settings')
  const tryDesktop = async () => {
    const isAllowed = await askDesktop()
    onAsked()
    if (!isAllowed) return
    const title = t('alerts.call.test')
    showDesktop({ title, body: t('alerts.call.testBody'), tag: 'test', onPress: () => {} })
  }
  return (
    <div className={blocks['buttons']}>
      <Button variant="default" onClick={testSound}>
        {t('alerts.testSound')}
      </Button>
      <Button variant="default" onClick={() => void tryDesktop()}>
        {t('alerts.testDesktop')}
      </Button>
    </div>
  )
}
