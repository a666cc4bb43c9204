import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BalanceTable, LineTable } from '../../../ui/sheet/ConfirmTables.tsx'
import { CheckTable } from '../decision/CheckTable.tsx'
import { walletMove } from '../ledger-names.ts'
import type { WithdrawalPreview } from './WithdrawalSheet.tsx'
import { Warning } from '../lines/Warning.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

interface WithdrawalPreviewCardProps {
  preview: WithdrawalPreview | undefined
  hasAmount: boolean
  isOld: boolean
}

/** Checks that judge the amount; before one is typed they would judge nothing at all. */
const aboutAmount: readonly string[] = ['amountLimits', 'balance', 'bigAmount']

const withoutAmount = (checks: WithdrawalPreview['checks']): WithdrawalPreview['checks'] =>
  checks.filter(({ code }) => !aboutAmount.includes(code))

/** The checks as they stand now, what holds first, and what the withdrawal would do to the wallet. */
export function WithdrawalPreviewCard({ preview, hasAmount, isOld }: WithdrawalPreviewCardProps) {
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  if (preview === undefined) return null
  const moved = walletMove(t, preview)
  return (
    <div className={blocks.stack} data-old={isOld || undefined} aria-live="polite">
      {hasAmount && (
        <Warning icon={IconShieldCheck} title={t('withdrawal.needs')}>
          {t(`bands.${preview.band}`, { defaultValue: t('withdrawal.notice') })}
        </Warning>
      )}
      <section className={`${blocks.card} ${classes.candidate}`} data-dense>
        <CheckTable checks={hasAmount ? preview.checks : withoutAmount(preview.checks)} />
      </section>
      {!hasAmount && <p className={blocks.quiet}>{t('checksOfAmount')}</p>}
      {hasAmount && (
        <section className={`${blocks.card} ${classes.candidate}`} data-dense>
          <BalanceTable balances={moved.balances} />
          <LineTable lines={moved.lines} />
        </section>
      )}
    </div>
  )
}
