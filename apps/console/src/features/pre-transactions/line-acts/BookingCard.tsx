import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import type { LineWhole } from '../lines/line-shapes.ts'
import { StandingCard } from './StandingCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface BookingCardProps {
  booking: NonNullable<LineWhole['handling']['booking']>
  isWaiting: boolean
  onAct: (act: 'askUnbook') => void
}

/** What of the company a line is, and by whom or by which rule. */
export function BookingCard({ booking, isWaiting, onAct }: BookingCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { category, rule, by, checker, reason, bookedAt, reversedAt } = booking
  return (
    <StandingCard
      name={t('book.card')}
      title={t(`categories.${category}`)}
      label={t(reversedAt === null ? 'book.card' : 'book.isBack')}
      isBack={reversedAt !== null}
      by={
        rule === null ? (
          [by, checker]
        ) : (
          <ScreenLink to="/pre-transaction/matching" search={{ tab: 'rules' }} className={blocks.wordLink}>
            {t('book.byRule', { name: rule.name })}
          </ScreenLink>
        )
      }
      at={bookedAt}
      reason={reason}
      back={isWaiting ? null : { label: t('askUnbook.button'), run: () => onAct('askUnbook') }}
    />
  )
}
