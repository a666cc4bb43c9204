import { factsPart } from '../../lib/record/facts-part.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import type { TransferEnd, TransferRow } from './transfer-shapes.ts'

/** What was asked for. */
export const TransferFacts = factsPart<TransferRow>({
  area: 'own-transfers',
  facts: (fact) => [
    fact.money('amount', 'amountMinor'),
    fact.cell('from', ({ from }) => <Account end={from} />),
    fact.cell('to', ({ to }) => <Account end={to} />),
    fact.word('purpose', 'purposes'),
    fact.text('reason'),
    fact.copy('reference'),
  ],
})

function Account({ end: { bank, label, accountNoMasked } }: { end: TransferEnd }) {
  return <BankTag code={bank}>{`${label} ${accountNoMasked}`}</BankTag>
}
