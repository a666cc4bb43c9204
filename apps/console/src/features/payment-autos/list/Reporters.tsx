import { useTranslation } from 'react-i18next'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { reporterState, type Account } from './account-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import cards from '../../../ui/Cards.module.css'

/** The phones that report an account: whether each is heard, and its battery. */
export function Reporters({ account: { reporters, lastMessageAt } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const now = useNow()
  return (
    <div className={cards['lines']}>
      <CardLine label={t('field.lastMessage')}>
        <Time at={lastMessageAt} />
      </CardLine>
      {reporters.length === 0 && <span className={blocks['muted']}>{t('noReporter')}</span>}
      {reporters.map((reporter) => {
        const { word, tone } = reporterState(reporter, now)
        const { name, batteryBps } = reporter
        return (
          <span key={name} className={cards['line']}>
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
