import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import '../../../ui/kit-later.ts'
import { limitUse, type Account } from './account-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import cards from '../../../ui/Cards.module.css'

export const colours: Record<string, string> = { green: 'green', amber: 'yellow', red: 'red' }

/** How much of the day's limit is used for payouts, as a bar, and what a single transfer may be. */
export function LimitBar({ account }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const { role, rail, paidTodayMinor, dayLimitMinor, transferLimitMinor } = account
  if (role !== 'withdrawal') return null
  const used = dayLimitMinor === null ? null : limitUse(paidTodayMinor, dayLimitMinor)
  return (
    <div className={cards['lines']}>
      <CardLine label={t('field.paidToday')}>
        <Money minor={paidTodayMinor} />
        {dayLimitMinor !== null && (
          <span className={blocks['muted']}>
            {' / '}
            <Money minor={dayLimitMinor} />
          </span>
        )}
      </CardLine>
      {used && (
        <Progress
          value={used.percent}
          color={colours[used.tone] ?? 'green'}
          aria-label={t('limitUsed', { percent: used.percent })}
        />
      )}
      <CardLine label={t('field.transferLimit')}>
        {transferLimitMinor === null ? t('noLimit') : <Money minor={transferLimitMinor} />}
      </CardLine>
      <CardLine label={t('field.rail')}>
        {rail === null ? t('noRail') : `${rail.name} · ${t(`rail.${rail.state}`)}`}
      </CardLine>
    </div>
  )
}
