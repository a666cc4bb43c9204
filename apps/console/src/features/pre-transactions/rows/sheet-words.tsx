import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import type { Fact } from '../../../ui/figures/KeyValue.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { byUrgency } from '../../../lib/words/check-words.ts'
import type { QueueRow, Sheet } from './queue-shapes.ts'

/** How much and whose, for the title of a confirmation. */
export const titleWords = ({ amountMinor, member }: QueueRow) => ({
  amount: formatMoney(amountMinor),
  name: `${member.username} ${member.name}`,
})

/** The facts at the head of every confirmation about a withdrawal. */
export function factsOf(t: TFunction<'pre-transactions'>, sheet: Sheet): Fact[] {
  const { row } = sheet
  return [
    { label: t('queue.columns.reference'), value: row.reference },
    {
      label: t('request.toAccount'),
      value: <BankTag code={sheet.toBank}>{sheet.toAccountMasked}</BankTag>,
    },
    { label: t('request.toName'), value: sheet.toAccountName },
    { label: t('request.notGreen'), value: notPassed(t, sheet.checks) },
  ]
}

/** The names of the checks not passed, most pressing first. Where none was made, nothing is said to pass. */
function notPassed(t: TFunction<'pre-transactions'>, checks: Sheet['checks']): string {
  const made = byUrgency(checks).filter(({ result }) => result !== 'notApplicable')
  if (made.length === 0) return t('request.noChecks')
  const failed = made.filter(({ result }) => result !== 'pass')
  if (failed.length === 0) return t('request.allGreen')
  return failed
    .map(({ code }) => t(`pre-transactions-checks:${code}.name`, { defaultValue: code }))
    .join(', ')
}

/** Said before pressing: the second factor is due. Null while the window of the last one is open. */
export function useStepUpNote(): string | null {
  const { t } = useTranslation('pre-transactions')
  const { session } = useProfile()
  const now = useNow()
  const isOpen = session.stepUpUntil !== null && Date.parse(session.stepUpUntil) > now
  return isOpen ? null : t('request.stepUpNote')
}
