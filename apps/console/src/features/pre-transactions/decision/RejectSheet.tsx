import { rejectWithdrawalReasons } from '@khlang/contract/values/value-lists.ts'
import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { ActProps } from './DecisionActs.tsx'
import { factsOf, titleWords, useStepUpNote } from '../rows/sheet-words.tsx'
import { useAct } from './use-act.ts'
import { useWordsToMember } from './words-to-member.ts'

/** The confirmation of a refusal: reason, a word to the member, a word to the staff; the money goes back. */
export function RejectSheet({
  sheet,
  claim,
  isOpen,
  onClose,
  onDone,
  onRefresh,
}: ActProps & { isOpen: boolean }) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const { reason: reasonCode, words: remarkMember, choose, write } = useWordsToMember(row.id)
  const [isTried, setTried] = useState(false)
  const { send, canSend } = useCall('preTransactions.reject', { refreshes: ['preTransactions'] })
  const act = useAct(onRefresh)
  const stepUpNote = useStepUpNote()
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  const { cashMinor, lockedMinor } = sheet
  const leg = {
    from: t('request.ledger.memberLocked'),
    to: t('request.ledger.memberCash'),
    amountMinor: row.amountMinor,
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t('request.titles.reject', titleWords(row))}
      submitLabel={t('request.rejectAmount', words)}
      isDanger
      canSubmit={canSend}
      onCheck={() => {
        setTried(true)
        return reasonCode !== ''
      }}
      facts={factsOf(t, sheet)}
      balances={[
        { account: t('request.cash'), beforeMinor: cashMinor, afterMinor: cashMinor + row.amountMinor },
        {
          account: t('request.locked'),
          beforeMinor: lockedMinor,
          afterMinor: lockedMinor - row.amountMinor,
        },
      ]}
      lines={[leg]}
      reason={{
        label: t('request.remarkStaff'),
        isRequired: true,
        description: t('request.remarkHint'),
        missing: t('request.missing.remark'),
      }}
      more={
        <Textarea
          label={t('queue.columns.remarkMember')}
          description={t('request.toMemberHint')}
          autosize
          minRows={2}
          maxLength={ruleOf('preTransactions.reject', 'remarkMember').max}
          value={remarkMember}
          onChange={(event) => write(event.currentTarget.value)}
          autoComplete="off"
        />
      }
      notice={stepUpNote ?? undefined}
      onSubmit={({ reason, idempotencyKey }) =>
        act(async () => {
          if (reasonCode === '') return
          const version = Math.max(row.version, claim.version)
          const toMember = remarkMember.trim() === '' ? {} : { remarkMember: remarkMember.trim() }
          await send(
            { id: row.id, version, reasonCode, remarkStaff: reason, ...toMember },
            { idempotencyKey },
          )
          say(t('request.done.rejected', words))
          onDone()
        })
      }
    >
      <NativeSelect
        label={t('request.reason')}
        withAsterisk
        value={reasonCode}
        error={isTried && reasonCode === '' ? t('request.missing.reason') : null}
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
