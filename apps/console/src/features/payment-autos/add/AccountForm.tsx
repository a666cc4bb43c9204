import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { say } from '../../../lib/alerts/notices.ts'
import { CallError } from '../../../lib/call/call.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import type { Account } from '../list/account-shapes.ts'
import { AccountSection } from './AccountSection.tsx'
import {
  accountErrors,
  emptyAccount,
  freeLabel,
  newAccountOf,
  usualPriority,
  type NewAccountDraft,
} from './account-draft.ts'
import { MoneySection } from './MoneySection.tsx'
import { PayoutSection } from './PayoutSection.tsx'
import { UseSection } from './UseSection.tsx'

/** What somebody tells of a new own account; a second person agrees to it before it is there. */
export function AccountForm() {
  const { t } = useTranslation('payment-autos')
  const go = useGo()
  const failure = useFailure()
  const known = useKnown()
  const taken = known.map(({ label }) => label)
  const suggested = ({ bank, role }: NewAccountDraft) =>
    bank === null ? '' : freeLabel(t(`add.suggestedLabel.${role}`, { bank }), taken)
  const form = useForm<'paymentAutos.create', NewAccountDraft>(
    {
      call: 'paymentAutos.create',
      area: 'payment-autos',
      start: emptyAccount,
      input: (draft) =>
        newAccountOf(draft, { label: suggested(draft), priority: usualPriority(draft.role, known) }),
      fieldErrors: accountErrors,
      fieldOf: { bankAccountInUse: 'accountNo' },
      refreshes: ['paymentAutos', 'approvals'],
    },
    {
      // The usual words of this refusal are those of a member's account.
      worded: (thrown) =>
        thrown instanceof CallError && thrown.code === 'bankAccountInUse'
          ? { message: t('add.isOurs') }
          : failure(thrown),
      onDone: ({ id, approvalId, state }) => {
        say(t(`add.${state}`), state === 'done' ? 'green' : 'amber')
        // Nobody steps back into a form that was sent.
        go({ to: '/payment-auto/add', search: { account: id, request: approvalId } }, { replace: true })
      },
    },
  )
  return (
    <FormPage
      {...form.page}
      title={t('add.title')}
      description={t('add.lead')}
      submitLabel={t('add.submit')}
      onCancel={() => go({ to: '/payment-auto/list' })}
    >
      <AccountSection {...form} suggestedLabel={suggested(form.draft)} />
      <UseSection {...form} usual={usualPriority(form.draft.role, known)} />
      <MoneySection {...form} />
      {form.draft.role === 'withdrawal' && <PayoutSection {...form} />}
      <FormSection title={t('add.sectionReason')}>
        <Textarea
          {...form.text('reason')}
          description={t('add.reasonHint')}
          autosize
          minRows={2}
          maxRows={6}
        />
      </FormSection>
    </FormPage>
  )
}

/** Our accounts, for whom may read them. */
function useKnown(): readonly Account[] {
  const isEnabled = useAllows()({ paymentAuto: ['isRead'] })
  const { data } = useQueryCall('paymentAutos.list', {}, { isEnabled, isTracked: false })
  return data?.records ?? []
}
