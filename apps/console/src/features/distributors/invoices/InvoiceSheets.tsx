import { useState } from 'react'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { useWords } from '../../../lib/list/use-words.ts'
import { formatMonth } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import '../../../ui/kit-later.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { monthBefore, type Distributor, type Invoice } from '../distributor-shapes.tsx'

export type InvoiceAct = 'issue' | 'dispute' | 'settle'

interface OfInvoice {
  invoice: Invoice
  billing: Distributor['billing']
  onClose: () => void
}
const refreshes = ['distributors', 'approvals'] as const

/** The sheet of what is done with an invoice. */
export function InvoiceSheets({ act, ...of }: OfInvoice & { act: InvoiceAct }) {
  if (act === 'issue') return <IssueSheet {...of} />
  return act === 'settle' ? <SettleSheet {...of} /> : <DisputeSheet {...of} />
}

/** Reckons the invoice of a month that is over. */
export function DraftSheet({
  distributor: { id, name, month, contracts },
  onClose,
}: {
  distributor: Distributor
  onClose: () => void
}) {
  const { t, reading } = useWords('distributors')
  const months = [1, 2, 3, 4, 5, 6].reduce<string[]>(
    (made) => [...made, monthBefore(made.at(-1) ?? month)],
    [],
  )
  // Nothing is owed for months before the first contract.
  const isBegun = (value: string) =>
    contracts.some(({ validFrom }) => validFrom.slice(0, 7) <= value.slice(0, 7))
  const [chosen, setChosen] = useState(months[0] ?? month)
  return (
    <ActSheet
      call="distributors.draftInvoice"
      input={() => ({ id, month: chosen })}
      refreshes={refreshes}
      onClose={onClose}
      title={t('invoices.draft', { name })}
      submitLabel={t('act.draft')}
      onDone={() => say(t('invoices.drafted'))}
      notice={t('invoices.draftHint')}
    >
      <SelectField
        label={t('field.month')}
        allowDeselect={false}
        data={months
          .filter((value) => value === chosen || isBegun(value))
          .map((value) => ({ value, label: formatMonth(value, reading) }))}
        value={chosen}
        onChange={(value) => setChosen(value ?? chosen)}
      />
    </ActSheet>
  )
}

function IssueSheet({ invoice, onClose }: OfInvoice) {
  const { t, reading } = useWords('distributors')
  const { id, version, month } = invoice
  const form = useActForm<'distributors.issueInvoice', { readonly toldMinor: number | null }>({
    call: 'distributors.issueInvoice',
    area: 'distributors',
    start: { toldMinor: invoice.toldMinor },
    input: ({ toldMinor }, { reason }) => ({ id, version, reason, toldMinor: toldMinor ?? -1 }),
    refreshes,
    onDone: () => say(t('invoices.issued')),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('invoices.issue', { month: formatMonth(month, reading) })}
      submitLabel={t('invoices.acts.issue')}
      facts={[{ label: t('field.feeMinor'), value: <Money minor={invoice.feeMinor} /> }]}
      reason={{ label: t('field.reason'), isRequired: true }}
    >
      <AmountInput {...form.amount('toldMinor')} />
    </Confirm>
  )
}

function SettleSheet({ invoice, billing, onClose }: OfInvoice) {
  const { t, reading } = useWords('distributors')
  const { id, kind, version, month, feeMinor, toldMinor } = invoice
  const isTopUp = kind === 'topUp'
  const [basis, setBasis] = useState<'ours' | 'theirs'>(isTopUp ? 'theirs' : 'ours')
  const isOther = !isTopUp && toldMinor !== null && toldMinor !== feeMinor
  const hint = billing === 'prepaid' ? 'invoices.settleDrawn' : 'invoices.settleHint'
  return (
    <ActSheet
      call="distributors.settleInvoice"
      input={(reason) => ({ id, version, basis, reason })}
      refreshes={refreshes}
      onClose={onClose}
      title={
        isTopUp ? t('invoices.settleTopUp') : t('invoices.settle', { month: formatMonth(month, reading) })
      }
      submitLabel={t('act.ask')}
      facts={
        isTopUp
          ? [{ label: t('invoices.amount'), value: <Money minor={toldMinor} /> }]
          : [
              { label: t('field.feeMinor'), value: <Money minor={feeMinor} /> },
              { label: t('field.toldMinor'), value: <Money minor={toldMinor} /> },
            ]
      }
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t(isTopUp ? 'invoices.settleTopUpHint' : hint)}
      onDone={({ state }) => say(t(`asked.${state}`), state === 'done' ? 'green' : 'amber')}
    >
      {isOther && (
        <SelectField
          label={t('field.basis')}
          allowDeselect={false}
          data={[
            { value: 'ours', label: t('bases.ours') },
            { value: 'theirs', label: t('bases.theirs') },
          ]}
          value={basis}
          onChange={(value) => setBasis(value === 'theirs' ? 'theirs' : 'ours')}
        />
      )}
    </ActSheet>
  )
}

function DisputeSheet({ invoice: { id, version, month }, onClose }: OfInvoice) {
  const { t, reading } = useWords('distributors')
  return (
    <ActSheet
      call="distributors.disputeInvoice"
      input={(reason) => ({ id, version, reason })}
      refreshes={refreshes}
      onClose={onClose}
      title={t('invoices.dispute', { month: formatMonth(month, reading) })}
      submitLabel={t('invoices.acts.dispute')}
      reason={{ label: t('field.reason'), isRequired: true }}
      onDone={() => say(t('invoices.disputed'), 'amber')}
    />
  )
}
