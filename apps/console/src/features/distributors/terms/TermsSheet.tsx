import type { distributorBillings, distributorStates } from '@khlang/contract/play/distributor-values.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { Distributor } from '../distributor-shapes.tsx'

interface TermsDraft {
  readonly code: string
  readonly name: string
  readonly contact: string
  readonly billingDay: string
  readonly minimumFeeMinor: number | null
  readonly billing: (typeof distributorBillings)[number]
  readonly lowBalanceMinor: number | null
  readonly state: (typeof distributorStates)[number]
}

const empty: TermsDraft = {
  code: '',
  name: '',
  contact: '',
  billingDay: '1',
  minimumFeeMinor: 0,
  billing: 'credit',
  lowBalanceMinor: 0,
  state: 'active',
}
const draftOf = (distributor: Distributor): TermsDraft => ({
  code: distributor.code,
  name: distributor.name,
  contact: distributor.contact,
  billingDay: String(distributor.billingDay),
  minimumFeeMinor: distributor.minimumFeeMinor,
  billing: distributor.billing,
  lowBalanceMinor: distributor.lowBalanceMinor,
  state: distributor.state,
})
const termsOf = (draft: TermsDraft) => ({
  ...draft,
  code: draft.code.trim(),
  name: draft.name.trim(),
  contact: draft.contact.trim(),
  billingDay: Number(draft.billingDay),
  minimumFeeMinor: draft.minimumFeeMinor ?? 0,
  // Of one that is paid by its invoices nobody is told.
  lowBalanceMinor: draft.billing === 'prepaid' ? (draft.lowBalanceMinor ?? 0) : 0,
})
const refreshes = ['distributors', 'approvals'] as const

interface TermsSheetProps {
  /** Null: a new one. */
  distributor: Distributor | null
  onClose: () => void
}

/** The terms of a distributor, for a second person to agree to. */
export default function TermsSheet({ distributor, onClose }: TermsSheetProps) {
  return distributor === null ? (
    <Added onClose={onClose} />
  ) : (
    <Changed distributor={distributor} onClose={onClose} />
  )
}

function Added({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('distributors')
  const form = useActForm<'distributors.create', TermsDraft>({
    call: 'distributors.create',
    area: 'distributors',
    start: empty,
    input: (draft, given) => ({ ...termsOf(draft), ...given }),
    refreshes,
    onDone: ({ state }) => say(t(`asked.${state}`), state === 'done' ? 'green' : 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('terms.new')}
      submitLabel={t('act.ask')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('terms.takesTwo')}
    >
      <Fields {...form} />
    </Confirm>
  )
}

function Changed({ distributor, onClose }: { distributor: Distributor; onClose: () => void }) {
  const { t } = useTranslation('distributors')
  const { id, version } = distributor
  const form = useActForm<'distributors.update', TermsDraft>({
    call: 'distributors.update',
    area: 'distributors',
    start: draftOf(distributor),
    input: (draft, given) => ({ id, ...termsOf(draft), ...given }),
    refreshes,
    stored: { version, draft: draftOf(distributor) },
    onDone: ({ state }) => say(t(`asked.${state}`), state === 'done' ? 'green' : 'amber'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('terms.edit', { name: distributor.name })}
      submitLabel={t('act.ask')}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('terms.takesTwo')}
    >
      <Fields {...form} />
    </Confirm>
  )
}

function Fields({ text, amount, choice, draft }: FormOf<TermsDraft>) {
  const { t } = useTranslation('distributors')
  return (
    <>
      <TextInput {...text('name')} />
      <FieldRow>
        <TextInput {...text('code')} description={t('terms.codeHint')} />
        <NativeSelect {...choice('state', (state) => t(`states.${state}`))} />
      </FieldRow>
      <FieldRow>
        <TextInput {...text('billingDay')} inputMode="numeric" description={t('terms.billingHint')} />
        <AmountInput {...amount('minimumFeeMinor')} />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          {...choice('billing', (billing) => t(`billings.${billing}`))}
          description={t('terms.billingsHint')}
        />
        {draft.billing === 'prepaid' && (
          <AmountInput {...amount('lowBalanceMinor')} description={t('terms.lowHint')} />
        )}
      </FieldRow>
      <Textarea {...text('contact')} autosize minRows={2} />
    </>
  )
}
