import { formatBaht } from '@khlang/money/amount.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { formatDateOn } from '../../../lib/words/formats.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { LineWhole } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

interface SettlementCardProps {
  settlement: NonNullable<LineWhole['handling']['settlement']>
  isWaiting: boolean
  onAct: (act: 'askUnsettle') => void
}

/** Which gateway paid with a line what it owed, how that stood to what was due, and by whose word. */
export function SettlementCard({ settlement, isWaiting, onAct }: SettlementCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && !isWaiting
  const { gateway, coversFrom, coversTo, differenceMinor, by, checker, reason, settledAt, reversedAt } =
    settlement
  const title = t('settle.card', { name: gateway.name })
  const amount = formatBaht(differenceMinor, { sign: 'always' })
  return (
    <section className={blocks.card} aria-label={title}>
      <div className={blocks.sides}>
        <b>{title}</b>
        <Status
          tone={reversedAt === null ? 'green' : 'grey'}
          label={t(reversedAt === null ? 'settle.stands' : 'settle.isBack')}
        />
      </div>
      <p>
        {differenceMinor === 0 ? t('settle.exact') : t('settle.off', { amount })}
        {coversFrom !== null && coversTo !== null && (
          <>
            {' · '}
            {t('settle.covers', {
              days: [...new Set([coversFrom, coversTo])].map((on) => formatDateOn(on, reading)).join(' – '),
            })}
          </>
        )}
      </p>
      <p className={blocks.quiet}>
        {[by, checker].filter((name) => name !== null).join(' · ')} <Time at={settledAt} show="exact" />
      </p>
      <p>{reason}</p>
      {reversedAt === null && mayAct && (
        <div className={blocks.buttons}>
          <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('askUnsettle')}>
            {t('askUnsettle.button')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface SettlementHintProps {
  gateways: LineWhole['handling']['settlementsSuggested']
  onAct: () => void
}

/** An open line looks like the settlement of a gateway: people look, and decide. */
export function SettlementHint({ gateways, onAct }: SettlementHintProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  if (gateways.length === 0) return null
  const name = gateways.map((gateway) => gateway.name).join(', ')
  return (
    <section className={blocks.card} aria-label={t('settle.button')}>
      <p>{t('settle.suggested', { name })}</p>
      {mayAct && (
        <div className={blocks.buttons}>
          <Button size="sm" variant="default" disabled={isAway} onClick={onAct}>
            {t('settle.suggestedAct')}
          </Button>
        </div>
      )}
    </section>
  )
}
