import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/formats.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { failedPercent, type GroupRow } from './group-shapes.ts'
import { GroupStates } from './GroupStates.tsx'
import { useWhyNot } from './use-why-not.ts'
import classes from './Groups.module.css'

/** Failed messages of a day, with their share where there was any. */
export function FailedCount({ group }: { group: GroupRow }) {
  const { t } = useTranslation('group-notifications')
  const percent = failedPercent(group)
  if (group.failedToday === 0 || percent === null) return '0'
  const failed = formatCount(group.failedToday)
  return <span className={classes['bad']}>{t('percent', { failed, percent })}</span>
}

function LastError({ group }: { group: GroupRow }) {
  const whyNot = useWhyNot()
  if (group.lastError === null) return '–'
  const words = whyNot(group.lastError)
  // Long past, it is told in passing; what fails now is red.
  return (
    <span className={group.isFailing ? classes['bad'] : classes['past']} title={words}>
      {words}
    </span>
  )
}

/** Columns of the list of groups. */
export function useGroupColumns(): readonly Column<GroupRow>[] {
  const { t } = useTranslation('group-notifications')
  return useMemo(
    (): readonly Column<GroupRow>[] => [
      {
        id: 'name',
        header: t('field.name'),
        width: 168,
        isFixed: true,
        card: 'title',
        cell: (row) => row.name,
      },
      {
        id: 'channel',
        header: t('field.channel'),
        width: 108,
        cell: (row) => <ChannelMark channel={row.channel} />,
      },
      {
        id: 'state',
        header: t('field.state'),
        width: 146,
        card: 'aside',
        cell: (row) => <GroupStates group={row} />,
      },
      {
        id: 'eventCount',
        header: t('field.eventCount'),
        width: 78,
        align: 'end',
        cell: (row) => formatCount(row.eventCount),
      },
      {
        id: 'sentToday',
        header: t('short.sentToday'),
        width: 100,
        align: 'end',
        cell: (row) => formatCount(row.sentToday),
      },
      {
        id: 'failedToday',
        header: t('short.failedToday'),
        width: 104,
        align: 'end',
        cell: (row) => <FailedCount group={row} />,
      },
      {
        id: 'waiting',
        header: t('field.waiting'),
        width: 76,
        align: 'end',
        cell: (row) => formatCount(row.waiting),
      },
      {
        id: 'lastSentAt',
        header: t('field.lastSentAt'),
        width: 112,
        cell: (row) => <Time at={row.lastSentAt} />,
      },
      {
        id: 'lastError',
        header: t('field.lastError'),
        width: 136,
        cell: (row) => <LastError group={row} />,
      },
      { id: 'owner', header: t('field.owner'), width: 102, cell: (row) => row.owner },
    ],
    [t],
  )
}
