import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { formatDateOn } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import type { LineWhole } from '../lines/line-shapes.ts'
import { ActHint, StandingCard } from './StandingCard.tsx'

interface SettlementCardProps {
  settlement: NonNullable<LineWhole['handling']['settlement']>
  isWaiting: boolean
  onAct: (act: 'askUnsettle') => void
}

/** Which gateway paid with a line what it owed, how that stood to what was due, and by whose word. */
export function SettlementCard({ settlement, isWaiting, onAct }: SettlementCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const { gateway, coversFrom, coversTo, differenceMinor, by, checker, reason, settledAt, reversedAt } =
    settlement
  const amount = formatBaht(differenceMinor, { sign: 'always' })
  return (
    <StandingCard
      name={t('settle.card', { name: gateway.name })}
      label={t(reversedAt === null ? 'settle.stands' : 'settle.isBack')}
      isBack={reversedAt !== null}
      by={[by, checker]}
      at={settledAt}
      reason={reason}
      back={isWaiting ? null : { label: t('askUnsettle.button'), run: () => onAct('askUnsettle') }}
    >
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
    </StandingCard>
  )
}

interface SettlementHintProps {
  gateways: LineWhole['handling']['settlementsSuggested']
  onAct: () => void
}

/** An open line looks like the settlement of a gateway: people look, and decide. */
export function SettlementHint({ gateways, onAct }: SettlementHintProps) {
  const { t } = useTranslation('pre-transactions-acts')
  if (gateways.length === 0) return null
  return (
    <ActHint
      name={t('settle.button')}
      text={t('settle.suggested', { name: gateways.map(({ name }) => name).join(', ') })}
      act={{ label: t('settle.suggestedAct'), run: onAct }}
    />
  )
}
