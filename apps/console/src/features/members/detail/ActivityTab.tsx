import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { KeysetPager } from '../../../ui/table/tools/KeysetPager.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { changesOf } from '@khlang/contract/values/activity-diff.ts'
import { ChangeTable } from '../ChangeTable.tsx'
import type { ActivityRow, MemberDetail } from '../member-shapes.ts'
import { useLocalPages } from './use-local-pages.ts'
import classes from '../Members.module.css'

/** Who changed what about a member, when and why, with the values before and after. */
export function ActivityTab({ member }: { member: Pick<MemberDetail, 'id' | 'pendingChange'> }) {
  const { t } = useTranslation('members')
  const failure = useFailure()
  const { place, setPlace, input } = useLocalPages()
  const list = useQueryCall(
    'members.activity',
    { id: member.id, ...input },
    { keepsPrevious: true, live: 'member' },
  )
  const error = failure(list.error)
  if (error) return <ErrorState error={error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <Skeleton height={240} />
  const pending = member.pendingChange
  if (list.data.records.length === 0 && pending === null) return <EmptyState title={t('activity.empty')} />
  return (
    <>
      <ul className={classes['feed']} aria-label={t('tab.activity')}>
        {pending && (
          <li>
            <span className={classes['feedHead']}>
              <Status tone="amber" label={t('waitingShort')} />
              <strong>
                {t(pending.kind === 'memberAccountChange' ? 'pending.title' : 'pending.otherTitle')}
              </strong>
              <span>{t('pending.by', { maker: pending.maker })}</span>
              <Time at={pending.createdAt} show="both" />
            </span>
          </li>
        )}
        {list.data.records.map((row, index) => (
          <Entry key={`${row.at} ${index}`} row={row} />
        ))}
      </ul>
      <KeysetPager place={place} answer={list.data} onPlace={setPlace} />
    </>
  )
}

function Entry({ row }: { row: ActivityRow }) {
  const { t, i18n } = useTranslation('members')
  const changes = changesOf(row.before, row.after)
  const key = `action.${row.action}`
  const action = i18n.exists(`members:${key}`) ? t(key) : row.action
  return (
    <li>
      <span className={classes['feedHead']}>
        <strong>{action}</strong>
        <span>
          {row.askedBy === null
            ? t('activity.by', { actor: row.actor })
            : t('activity.byTwo', { asker: row.askedBy, actor: row.actor })}
        </span>
        <Time at={row.at} show="both" />
        {row.result !== 'done' && (
          <Status tone={row.result === 'refused' ? 'amber' : 'red'} label={t(`activity.${row.result}`)} />
        )}
      </span>
      {row.reason && <p className={classes['body']}>{t('activity.reason', { reason: row.reason })}</p>}
      {changes.length > 0 && <ChangeTable changes={changes} label={action} />}
    </li>
  )
}
