import { IconFilePlus, IconPencil, IconReceipt, IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { useAllows } from '../../../lib/person/permissions.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { formatMonth } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import {
  mayContract,
  mayReconcile,
  owedDue,
  stateMark,
  type Contract,
  type Distributor,
  type Invoice,
} from '../distributor-shapes.tsx'
import { DraftSheet, InvoiceSheets, type InvoiceAct } from '../invoices/InvoiceSheets.tsx'
import { Invoices } from '../invoices/Invoices.tsx'
import { Prepaid } from '../invoices/Prepaid.tsx'
import { Statement } from '../invoices/Statement.tsx'
import { TopUpSheet } from '../invoices/TopUpSheet.tsx'
import { ContractSheet, EndSheet } from './ContractSheets.tsx'
import { Contracts } from './Contracts.tsx'
import TermsSheet from './TermsSheet.tsx'
import blocks from '../../../ui/Blocks.module.css'

const Facts = factsPart<Distributor>({
  area: 'distributors',
  facts: (fact) => [
    fact.text('code'),
    fact.text('contact'),
    fact.count('billingDay'),
    fact.money('minimumFeeMinor', 'minimumFeeMinor'),
    fact.cell('billing', ({ billing }, { t }) => t(`billings.${billing}`)),
    fact.cell('ofMonth', ({ month }, { t, reading }) =>
      t('contracts.ofMonth', { month: formatMonth(month, reading) }),
    ),
    fact.money('stakeMinor', 'stakeMinor'),
    fact.money('payoutMinor', 'payoutMinor'),
    fact.cell('ggrMinor', ({ ggrMinor }) => <Money minor={ggrMinor} colour />),
    fact.money('feeMinor', 'feeMinor'),
    fact.money('owedMinor', 'owedMinor'),
    fact.cell('owedDueOn', owedDue),
  ],
})

type Asked =
  | { readonly act: 'edit' }
  | { readonly act: 'contract' }
  | { readonly act: 'draft' }
  | { readonly act: 'topUp' }
  | { readonly act: 'end'; readonly contract: Contract }
  | { readonly act: InvoiceAct; readonly invoice: Invoice }

/** What is asked about; and whether one may change anything. */
function useHand() {
  const allows = useAllows()
  const [asked, ask] = useState<Asked | null>(null)
  return { mayContract: allows(mayContract), mayInvoice: allows(mayReconcile), asked, ask }
}

/** One distributor beside the list: its contracts with what each comes to, and its invoices. */
export default recordPanel({
  call: 'distributors.get',
  area: 'distributors',
  query: { live: 'distributor', refetchEveryMs: 60_000 },
  title: (distributor) => distributor.name,
  aside: stateMark,
  useHand,
  acts: ({ state, billing }, { t, hand: { mayContract: isAllowed, mayInvoice, ask } }) => {
    const edit = { label: t('act.edit'), icon: IconPencil, run: () => ask({ act: 'edit' }) }
    const contract = {
      label: t('act.contract'),
      icon: IconFilePlus,
      run: () => ask({ act: 'contract' }),
    }
    const draft = { label: t('act.draft'), icon: IconReceipt, run: () => ask({ act: 'draft' }) }
    const topUp = { label: t('act.topUp'), icon: IconWallet, run: () => ask({ act: 'topUp' }) }
    const isAhead = billing === 'prepaid' && state === 'active'
    const drafts = mayInvoice ? [...(isAhead ? [topUp] : []), draft] : []
    if (!isAllowed) return drafts
    return state === 'active' ? [contract, ...drafts, edit] : [...drafts, edit]
  },
  body: (distributor, { t, hand: { mayContract: isAllowed, mayInvoice, ask } }) => (
    <>
      {distributor.isAsked && <p className={blocks['warn']}>{t('isAsked')}</p>}
      <Facts of={distributor} />
      {distributor.prepaid && (
        <Prepaid prepaid={distributor.prepaid} lowBalanceMinor={distributor.lowBalanceMinor} />
      )}
      <Contracts
        contracts={distributor.contracts}
        onEnd={isAllowed ? (contract) => ask({ act: 'end', contract }) : null}
      />
      <Invoices
        unbilledMonth={distributor.unbilledMonth}
        invoices={distributor.invoices}
        onAct={mayInvoice ? (act, invoice) => ask({ act, invoice }) : null}
      />
      <Card title={t('statement.title')}>
        <p className={blocks['note']}>{t('statement.lead')}</p>
        <Statement id={distributor.id} />
      </Card>
    </>
  ),
  beside: (distributor, { hand: { asked, ask } }) => {
    if (asked === null) return null
    const onClose = () => ask(null)
    if (asked.act === 'edit') return <TermsSheet distributor={distributor} onClose={onClose} />
    if (asked.act === 'contract') return <ContractSheet distributor={distributor} onClose={onClose} />
    if (asked.act === 'draft') return <DraftSheet distributor={distributor} onClose={onClose} />
    if (asked.act === 'topUp') return <TopUpSheet distributor={distributor} onClose={onClose} />
    if (asked.act === 'end') return <EndSheet contract={asked.contract} onClose={onClose} />
    return (
      <InvoiceSheets
        act={asked.act}
        invoice={asked.invoice}
        billing={distributor.billing}
        onClose={onClose}
      />
    )
  },
})
