import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { MoneyNowAnswer } from './use-dashboard.ts'
import classes from './Dashboard.module.css'

type Alarm = MoneyNowAnswer['alarms'][number]

/** What the machine wants a person to look at now. */
export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t, i18n } = useTranslation('dashboard')
  const hrefOfAlarm = useAlarmLink()
  if (alarms.length === 0) return null
  const nameOf = (code: string) => {
    const key = `alarm.${code.replaceAll('.', '_')}`
    return i18n.exists(`dashboard:${key}`) ? t(key) : code
  }
  return (
    <section className={classes['panel']} aria-label={t('alarms.title')}>
      <h3>{t('alarms.title')}</h3>
      <ul className={classes['alarms']}>
        {alarms.map((alarm) => {
          const href = hrefOfAlarm(alarm)
          return (
            <li key={`${alarm.code} ${alarm.entityId}`}>
              <Status tone="red" label={nameOf(alarm.code)} />
              <span className={classes['quiet']}>
                <Time at={alarm.raisedAt} />
              </span>
              {href !== undefined && <AppLink href={href}>{t('alarms.look')}</AppLink>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Where one looks at the thing an alarm is about. */
function useAlarmLink() {
  const allowed = useAllows()
  const mayQueue = allowed({ pretransactionDepositWithdraw: ['isRead'] })
  const mayMatch = allowed({ pretransactionNotMatch: ['isRead'] })
  return ({ entity, entityId }: Alarm): string | undefined => {
    if (entity === 'message' && mayMatch)
      return hrefOf({ to: '/pre-transaction/matching', search: { tab: 'messages' } })
    if (entity === 'statementLine' && mayMatch)
      return hrefOf({ to: '/pre-transaction/matching', search: { line: entityId } })
    if (entity === 'bankAccount' && mayQueue) {
      return hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { accountId: entityId } })
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
