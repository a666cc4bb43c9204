import { useTranslation } from 'react-i18next'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { reporterState, type Account } from './account-shapes.ts'
import { Line } from './Line.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Accounts.module.css'

/** The phones that report an account: whether each is heard, and its battery. */
export function Reporters({ account: { reporters, lastMessageAt } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const now = useNow()
  return (
    <div className={classes['lines']}>
      <Line label={t('field.lastMessage')}>
        <Time at={lastMessageAt} />
      </Line>
      {reporters.length === 0 && <span className={blocks['muted']}>{t('noReporter')}</span>}
      {reporters.map((reporter) => {
        const { word, tone } = reporterState(reporter, now)
        const { name, batteryBps } = reporter
        return (
          <span key={name} className={classes['line']}>
            <span>
              {name}
              {batteryBps !== null && (
                <span className={blocks['muted']}>
                  {' '}
                  · {t('battery', { percent: Math.round(batteryBps / 100) })}
                </span>
              )}
            </span>
            <Status tone={tone} label={t(`reporter.${word}`)} />
          </span>
        )
      })}
    </div>
  )
}
