import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { LineWhole } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

interface BookingCardProps {
  booking: NonNullable<LineWhole['handling']['booking']>
  isWaiting: boolean
  onAct: (act: 'askUnbook') => void
}

/** What of the company a line is, and by whom or by which rule. */
export function BookingCard({ booking, isWaiting, onAct }: BookingCardProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const isAway = useIsAway()
  const mayAct = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && !isWaiting
  const { category, rule, by, checker, reason, bookedAt, reversedAt } = booking
  return (
    <section className={blocks.card} aria-label={t('book.card')}>
      <div className={blocks.sides}>
        <b>{t(`categories.${category}`)}</b>
        <Status
          tone={reversedAt === null ? 'green' : 'grey'}
          label={t(reversedAt === null ? 'book.card' : 'book.isBack')}
        />
      </div>
      <p className={blocks.quiet}>
        {rule === null ? (
          [by, checker].filter((name) => name !== null).join(' · ')
        ) : (
          <ScreenLink to="/pre-transaction/matching" search={{ tab: 'rules' }} className={blocks.wordLink}>
            {t('book.byRule', { name: rule.name })}
          </ScreenLink>
        )}{' '}
        <Time at={bookedAt} show="exact" />
      </p>
      {reason !== null && <p>{reason}</p>}
      {reversedAt === null && mayAct && (
        <div className={blocks.buttons}>
          <Button size="sm" variant="default" disabled={isAway} onClick={() => onAct('askUnbook')}>
            {t('askUnbook.button')}
          </Button>
        </div>
      )}
    </section>
  )
}
