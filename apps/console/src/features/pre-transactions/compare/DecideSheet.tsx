import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import {
  callsOf,
  classTones,
  nameOf,
  type CompareDecision,
  type CompareRow,
  type Side,
} from './compare-shapes.ts'

interface DecideSheetProps {
  side: Side
  of: { accountId: string; on: string }
  row: CompareRow
  decision: CompareDecision
  onClose: () => void
}

/** Decides one row, after saying what that does and who must agree. */
export function DecideSheet({ side, of, row, decision, onClose }: DecideSheetProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { line, record, theirsMinor, oursMinor } = row
  return (
    <ActSheet
      call={callsOf[side].decide}
      input={(remark) => ({ ...of, id: row.id, facts: row.facts, decision, remark })}
      refreshes={['preTransactions', 'approvals']}
      onClose={onClose}
      title={t(`decide.${decision}.title`, { name: nameOf(row) })}
      submitLabel={t(`decision.${decision}`)}
      facts={[
        {
          label: t('field.class'),
          value: <Status tone={classTones[row.class]} label={t(`classes.${row.class}`)} />,
        },
        ...(line ? [{ label: t('field.line'), value: <Money minor={line.amountMinor} /> }] : []),
        ...(record ? [{ label: t('field.record'), value: <Money minor={record.amountMinor} /> }] : []),
        { label: t('field.difference'), value: <Money minor={theirsMinor - oursMinor} signed /> },
      ]}
      reason={{ label: t(decision === 'note' ? 'field.note' : 'field.reason'), isRequired: true }}
      notice={t(`decide.${decision}.effect`)}
      onDone={({ state }) =>
        say(
          t(state === 'done' ? `decide.${decision}.done` : 'decide.waiting'),
          state === 'done' ? 'green' : 'amber',
        )
      }
    />
  )
}
