import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../lib/call/connection.ts'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { transferHref } from '../../lib/address/transfers-page.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { isUrgent } from './alarm-facts.ts'
import type { Alarm } from './alarm-shapes.ts'
import { useFigureLinks } from './figure-links.ts'
import { playAlarmHref } from './play-alarms.ts'
import { useAlarmWords } from './use-alarm-words.ts'
import classes from './Alarms.module.css'

interface AlarmRowProps {
  alarm: Alarm
  onEnd: () => void
}

/** One alarm: how bad, what, where, since when, and the way to end it. */
export function AlarmRow({ alarm, onEnd }: AlarmRowProps) {
  const { t } = useTranslation('dashboard')
  const words = useAlarmWords()
  const isAway = useIsAway()
  const href = useAlarmLink()(alarm)
  const isResume = alarm.endedBy !== 'acknowledge'
  const name = words.nameOf(alarm)
  const about = words.aboutOf(alarm)
  const label = t(alarm.approvalId !== null ? 'alarms.agree' : `alarms.act.${alarm.endedBy}`)
  const isMyTurn = alarm.mayEnd && !alarm.isAskedByMe
  return (
    <li>
      <span>
        <Status
          tone={isUrgent(alarm) ? 'red' : 'amber'}
          label={t(isUrgent(alarm) ? 'alarms.urgent' : 'alarms.look')}
        />
      </span>
      <span className={classes['what']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['about']}>
          {alarm.account && <Account account={alarm.account} />}
          {about !== null && <span>{about}</span>}
          {href !== undefined && (
            <span>
              <AppLink href={href}>{t(`alarms.go.${alarm.entity}`)}</AppLink>
            </span>
          )}
        </span>
        {alarm.askedBy !== null && (
          <span className={classes['asked']}>
            {alarm.isAskedByMe ? t('alarms.askedByMe') : t('alarms.askedBy', { name: alarm.askedBy })}
          </span>
        )}
      </span>
      <span className={classes['since']}>
        <Time at={alarm.raisedAt} />
      </span>
      {isMyTurn && (
        <Button
          variant={isResume ? 'filled' : 'default'}
          size="sm"
          className={classes['act'] ?? ''}
          disabled={isAway}
          aria-label={`${label}: ${name}`}
          onClick={onEnd}
        >
          {label}
        </Button>
      )}
    </li>
  )
}

/** The account of ours an alarm is about: its rows of the queue, for who may go there. */
function Account({ account }: { account: NonNullable<Alarm['account']> }) {
  const name = <BankTag code={account.bank}>{`${account.label} ${account.accountNoMasked}`}</BankTag>
  const href = useFigureLinks().account(account.id)
  return <span>{href === undefined ? name : <AppLink href={href}>{name}</AppLink>}</span>
}

/** Where one looks at the thing an alarm is about; undefined where this person may not go. */
function useAlarmLink() {
  const allowed = useAllows()
  const mayQueue = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const mayMatch = allowed({ pretransactionNotMatch: ['isRead'] })
  const maySeePhones = allowed({ deviceManagement: ['isRead'] })
  const mayBets = allowed({ betReport: ['isRead'] })
  return (alarm: Alarm): string | undefined => {
    const { code, entity, entityId, raisedAt } = alarm
    const play = playAlarmHref(alarm)
    if (play !== undefined) return mayBets ? play : undefined
    if (entity === 'distributor')
      return hrefOf({ to: '/distributor/providers', search: { open: entityId } })
    if (entity === 'device' && maySeePhones)
      return hrefOf({ to: '/device/list', search: { open: entityId } })
    if (entity === 'ownTransfer') return transferHref(entityId, allowed)
    if (entity === 'message' && mayMatch)
      return hrefOf({ to: '/pre-transaction/matching', search: { tab: 'messages' } })
    if (entity === 'statementLine' && mayMatch)
      return hrefOf({ to: '/pre-transaction/matching', search: { line: entityId } })
    if (code === 'link.manyByHand' && mayMatch) {
      const on = bangkokDateOn(raisedAt)
      return hrefOf({ to: '/pre-transaction/matching', search: { tab: 'report', from: on, to: on } })
    }
    if (entity === 'withdrawal' && mayQueue) {
      return hrefOf({
        to: '/pre-transaction/deposit-withdraw',
        search: { tab: 'withdrawals', open: entityId },
      })
    }
    return undefined
  }
}
