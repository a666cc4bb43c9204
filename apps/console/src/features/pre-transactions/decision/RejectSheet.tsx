import { rejectWithdrawalReasons } from '@khlang/contract/values/value-lists.ts'
import { NativeSelect, Textarea } from '@mantine/core'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { ActProps } from './use-decision.ts'
import { titleWords } from '../rows/sheet-words.tsx'
import { useDecision } from './use-decision.ts'
import { useStaffRemark } from './use-staff-remark.ts'
import { useWordsToMember, type RejectDraft, type RejectReason } from './words-to-member.ts'

const start: RejectDraft = { reasonCode: '', remarkMember: '' }

/** The confirmation of a refusal: reason, a word to the member, a word to the staff; the money goes back. */
export function RejectSheet({ isOpen, ...props }: ActProps & { isOpen: boolean }) {
  const { t, row, words, target, facts, stepUpNote, act, done } = useDecision(props)
  const { cashMinor, lockedMinor } = props.sheet
  const { amountMinor } = row
  const form = useActForm({
    ...act,
    call: 'preTransactions.reject',
    about: row.id,
    start,
    input: ({ reasonCode, remarkMember }, { reason }) => ({
      ...target,
      // Without a reason nothing is sent: its field error says so.
      reasonCode: reasonCode as RejectReason,
      remarkStaff: reason,
      ...(remarkMember.trim() === '' ? {} : { remarkMember: remarkMember.trim() }),
    }),
    fieldErrors: ({ reasonCode }) => (reasonCode === '' ? { reasonCode: 'request.missing.reason' } : {}),
    onDone: () => done('rejected'),
  })
  const { choose, write } = useWordsToMember(form)
  return (
    <Confirm
      {...form.sheet}
      isOpen={isOpen}
      onClose={props.onClose}
      title={t('request.titles.reject', titleWords(row))}
      submitLabel={t('request.rejectAmount', words)}
      isDanger
      facts={facts}
      balances={[
        { account: t('request.cash'), beforeMinor: cashMinor, afterMinor: cashMinor + amountMinor },
        { account: t('request.locked'), beforeMinor: lockedMinor, afterMinor: lockedMinor - amountMinor },
      ]}
      lines={[{ from: t('request.ledger.memberLocked'), to: t('request.ledger.memberCash'), amountMinor }]}
      reason={useStaffRemark()}
      more={
        <Textarea
          {...form.text('remarkMember')}
          label={t('queue.columns.remarkMember')}
          description={t('request.toMemberHint')}
          onChange={(event) => write(event.currentTarget.value)}
        />
      }
      notice={stepUpNote ?? undefined}
    >
      <NativeSelect
        label={t('request.reason')}
        withAsterisk
        value={form.draft.reasonCode}
        error={form.fieldErrors.reasonCode}
        data={[
          { value: '', label: t('request.chooseReason') },
          ...rejectWithdrawalReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={(event) =>
          choose(rejectWithdrawalReasons.find((each) => each === event.currentTarget.value) ?? '')
        }
        data-autofocus
      />
    </Confirm>
  )
}
