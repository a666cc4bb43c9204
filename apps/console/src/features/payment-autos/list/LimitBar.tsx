import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import '../../../ui/kit-later.ts'
import { limitUse, type Account } from './account-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Accounts.module.css'

const colours: Record<string, string> = { green: 'green', amber: 'yellow', red: 'red' }

/** How much of the day's limit is used for payouts, as a bar, and what a single transfer may be. */
export function LimitBar({ account }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const { role, rail, paidTodayMinor, dayLimitMinor, transferLimitMinor } = account
  if (role !== 'withdrawal') return null
  const used = dayLimitMinor === null ? null : limitUse(paidTodayMinor, dayLimitMinor)
  return (
    <div className={classes['lines']}>
      <span className={classes['line']}>
        <span className={blocks['muted']}>{t('field.paidToday')}</span>
        <span>
          <Money minor={paidTodayMinor} />
          {dayLimitMinor !== null && (
            <span className={blocks['muted']}>
              {' / '}
              <Money minor={dayLimitMinor} />
            </span>
          )}
        </span>
      </span>
      {used && (
        <Progress
          value={used.percent}
          color={colours[used.tone] ?? 'green'}
          aria-label={t('limitUsed', { percent: used.percent })}
        />
      )}
      <span className={classes['line']}>
        <span className={blocks['muted']}>{t('field.transferLimit')}</span>
        {transferLimitMinor === null ? <span>{t('noLimit')}</span> : <Money minor={transferLimitMinor} />}
      </span>
      <span className={classes['line']}>
        <span className={blocks['muted']}>{t('field.rail')}</span>
        <span>{rail === null ? t('noRail') : `${rail.name} · ${t(`rail.${rail.state}`)}`}</span>
      </span>
    </div>
  )
}
