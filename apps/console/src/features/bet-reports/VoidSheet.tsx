import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { say } from '../../lib/alerts/notices.ts'
import { isRefusal } from '../../lib/call/call.ts'
import type { Failure } from '../../lib/call/failure.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import type { BetDetail } from './bet-cells.tsx'

/** Asks that a bet be void: what goes back to its member, and what is taken from them. */
export function VoidSheet({ bet, onClose }: { bet: BetDetail; onClose: () => void }) {
  const { t } = useTranslation('bet-reports')
  const { id, version, member, ref, stakeMinor, payoutMinor } = bet
  const worded = (thrown: unknown): Failure | null => {
    if (!isRefusal(thrown, 'betReports.askVoid')) return null
    const { code, details } = thrown
    if (code === 'winningsSpent' && details && 'leftMinor' in details)
      return {
        message: t('void.spent', {
          left: formatBaht(details.leftMinor),
          missing: formatBaht(details.missingMinor),
        }),
      }
    return code === 'stale' ? { message: t('void.moved') } : null
  }
  return (
    <ActSheet
      call="betReports.askVoid"
      input={(reason) => ({ id, version, reason })}
      refreshes={['betReports', 'approvals', 'creditTransactions', 'members']}
      onDone={({ state }) =>
        say(t(state === 'waiting' ? 'void.sent' : 'void.done'), state === 'waiting' ? 'amber' : 'green')
      }
      onClose={onClose}
      title={t('void.title')}
      submitLabel={t('void.submit')}
      isDanger
      worded={worded}
      facts={[
        { label: t('field.member'), value: member.username },
        { label: t('field.ref'), value: ref },
        { label: t('void.given'), value: formatBaht(stakeMinor) },
        { label: t('void.taken'), value: formatBaht(payoutMinor) },
      ]}
      reason={{ label: t('void.reason'), isRequired: true, description: t('void.reasonHint') }}
      notice={t('void.notice')}
    />
  )
}
