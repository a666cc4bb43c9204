import { queueExportColumns } from '@khlang/contract/values/export-columns.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBell, IconBellRinging, IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlerts } from '../../../lib/alerts/alerts.ts'
import { setDesktop, setSound } from '../../../lib/alerts/calling.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { useExport } from '../../../lib/list/use-export.ts'
import { ExportButton } from '../../../ui/table/tools/ExportButton.tsx'
import type { Column } from '../../../ui/table/table-columns.ts'
import { alertsOfTab } from './queue-alerts.ts'
import { pollChoices, setPoll, usePoll } from './queue-poll.ts'
import type { QueueFilter, QueueRow, QueueTab } from '../rows/queue-shapes.ts'
import '../../../ui/kit-later.ts'

export const queueListId = 'queue'
/** What waits has columns of its own. */
export const layoutOfTab = (tab: QueueTab): string => (tab === 'waiting' ? 'queue-waiting' : queueListId)

interface QueueToolsProps {
  tab: QueueTab
  filter: QueueFilter
  columns: readonly Column<QueueRow>[]
}

function Tools({ tab, filter, columns }: QueueToolsProps) {
  const exported = useExport('preTransactions.exportQueue', {
    filter,
    listId: layoutOfTab(tab),
    columns,
    inFile: queueExportColumns,
  })
  return (
    <>
      <AlertMenu tab={tab} />
      {exported && <ExportButton {...exported} />}
    </>
  )
}

/** Alerts and refresh of this tab, and the export of what is filtered. Sums that come draw it not anew. */
export const QueueTools = memo(Tools)

const tick = (isOn: boolean) => (isOn ? <IconCheck size={16} aria-hidden /> : <span aria-hidden />)

function AlertMenu({ tab }: { tab: QueueTab }) {
  const { t } = useTranslation('pre-transactions-queue')
  const alerts = useAlerts()
  const poll = usePoll()
  const go = useGo()
  const queues = alertsOfTab[tab]
  const hasSound = queues.every((queue) => alerts.sound.includes(queue))
  const hasDesktop = queues.every((queue) => alerts.desktop.includes(queue))
  const isOn = queues.some((queue) => alerts.sound.includes(queue) || alerts.desktop.includes(queue))
  const desktop = async () => {
    if (!(await setDesktop(queues, !hasDesktop))) say(t('alerts.refused'), 'amber')
  }
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('alerts.button')}>
          {isOn ? <IconBellRinging size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('alerts.label', { tab: t(`tabs.${tab}`) })}</Menu.Label>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hasSound}
          rightSection={tick(hasSound)}
          onClick={() => setSound(queues, !hasSound)}
        >
          {t('alerts.sound')}
        </Menu.Item>
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hasDesktop}
          rightSection={tick(hasDesktop)}
          onClick={() => void desktop()}
        >
          {t('alerts.desktop')}
        </Menu.Item>
        <Menu.Item closeMenuOnClick onClick={() => go({ to: '/setting', search: { tab: 'alerts' } })}>
          {t('alerts.all')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('alerts.poll')}</Menu.Label>
        {pollChoices.map((seconds) => (
          <Menu.Item
            key={seconds}
            role="menuitemradio"
            aria-checked={poll === seconds}
            rightSection={tick(poll === seconds)}
            onClick={() => setPoll(seconds)}
          >
            {seconds === 0 ? t('alerts.pollOff') : t('alerts.pollEvery', { seconds })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
