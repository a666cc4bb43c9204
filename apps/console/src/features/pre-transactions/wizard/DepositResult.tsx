import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { MadePage } from './MadePage.tsx'

export interface DepositMade {
  state: 'done' | 'waiting'
  memberId: string
  username: string
  amountMinor: number
  afterMinor: number
}

/** What became of the deposit, by name and amount. */
export function DepositResult({ made, onAgain }: { made: DepositMade; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions-wizard')
  const words = {
    amount: formatBaht(made.amountMinor),
    name: made.username,
    after: formatBaht(made.afterMinor),
  }
  return (
    <MadePage
      title={t(`result.${made.state}`)}
      isDone={made.state === 'done'}
      said={[t(`result.${made.state}Text`, words), t(`result.${made.state}Next`)]}
      member={made}
      onAgain={onAgain}
    />
  )
}
