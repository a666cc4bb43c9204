import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { MadePage } from './MadePage.tsx'

export interface WithdrawalMade {
  reference: string
  state: string
  memberId: string
  username: string
  amountMinor: number
}

/** What became of the withdrawal, by reference, name and amount. */
export function WithdrawalResult({ made, onAgain }: { made: WithdrawalMade; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions-wizard')
  const { reference, amountMinor, username: name } = made
  const isReview = made.state === 'review'
  return (
    <MadePage
      title={t('result.withdrawal')}
      isDone={!isReview}
      said={[
        t('result.withdrawalText', { reference, amount: formatBaht(amountMinor), name }),
        t(isReview ? 'result.withdrawalReview' : 'result.withdrawalGoing'),
      ]}
      member={made}
      onAgain={onAgain}
    />
  )
}
