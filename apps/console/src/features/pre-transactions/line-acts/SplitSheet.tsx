import { formatBaht } from '@khlang/money/amount.ts'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { reasonWorded } from './reason-worded.ts'
import { SplitParts, type PartDraft } from './SplitParts.tsx'
import '../../../ui/kit-later.ts'

interface SplitSheetProps extends LineActProps {
  /** What of the line nobody has. */
  openMinor: number
}

/** Gives a line out to several members: who gets how much, and why; somebody else must agree. */
export function SplitSheet({ line, openMinor, onClose, onDone, onTaken }: SplitSheetProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const { id, version } = line
  const start: { parts: readonly PartDraft[]; isConfirmed: boolean } = { parts: [], isConfirmed: false }
  const form = useActForm({
    call: 'preTransactions.askSplit',
    area: 'pre-transactions-acts',
    about: id,
    start,
    input: ({ parts, isConfirmed }, { reason }) => ({
      id,
      version,
      parts: parts.map(({ member, amountMinor }) => ({
        memberId: member.id,
        amountMinor: amountMinor ?? 0,
      })),
      isConfirmed,
      reason,
    }),
    refreshes: ['preTransactions', 'approvals'],
    worded: reasonWorded(t),
    onDone: ({ state }) => onDone(doneNote(line, state === 'waiting' ? 'splitAsked' : 'splitAlone')),
    onRefused: takenBy(line, onTaken),
  })
  const { parts } = form.draft
  const restMinor = parts.reduce((rest, { amountMinor }) => rest - (amountMinor ?? 0), openMinor)
  const isWhole = restMinor === 0 && parts.every(({ amountMinor }) => (amountMinor ?? 0) > 0)
  const amount = formatBaht(openMinor)
  return (
    <Confirm
      {...form.sheet}
      canSubmit={form.sheet.canSubmit && isWhole}
      onClose={onClose}
      title={t('split.title', { amount })}
      submitLabel={t('split.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{ label: t('split.reason'), isRequired: true, description: tLine('reasonHelp') }}
      notice={t('split.notice')}
    >
      <SplitParts
        lineId={id}
        parts={parts}
        restMinor={restMinor}
        onChange={(next) => form.change({ parts: next })}
      />
      <Checkbox {...form.flag('isConfirmed')} label={t('split.sure')} />
    </Confirm>
  )
}
