import { useTranslation } from 'react-i18next'
import { feedPart } from '../../../lib/list/feed-part.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { changesOf } from '@khlang/contract/values/activity-diff.ts'
import { ChangeTable } from '../ChangeTable.tsx'
import type { ActivityRow, MemberDetail } from '../member-shapes.ts'
import classes from '../Members.module.css'

interface OfMember {
  member: Pick<MemberDetail, 'id' | 'pendingChange'>
}

/** Who changed what about a member, when and why, with the values before and after. */
export const ActivityTab = feedPart({
  call: 'members.activity',
  area: 'members',
  texts: 'activity',
  label: 'tab.activity',
  paging: 'keyset',
  rowId: ({ at, action, actor }) => `${at} ${action} ${actor}`,
  fixed: ({ member }: OfMember) => ({ id: member.id }),
  query: { live: 'member' },
  first: ({ props: { member } }) => member.pendingChange && <Waiting pending={member.pendingChange} />,
  draw: (row) => <Entry row={row} />,
})

function Waiting({ pending }: { pending: NonNullable<MemberDetail['pendingChange']> }) {
  const { t } = useTranslation('members')
  const isAccount = pending.kind === 'memberAccountChange'
  return (
    <span className={classes['feedHead']}>
      <Status tone="amber" label={t('waitingShort')} />
      <strong>{t(isAccount ? 'pending.title' : 'pending.otherTitle')}</strong>
      <span>{t('pending.by', { maker: pending.maker })}</span>
      <Time at={pending.createdAt} show="both" />
    </span>
  )
}

function Entry({ row }: { row: ActivityRow }) {
  const { t, i18n } = useTranslation('members')
  const changes = changesOf(row.before, row.after)
  const key = `action.${row.action}`
  const action = i18n.exists(`members:${key}`) ? t(key) : row.action
  return (
    <>
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
    </>
  )
}
