import { memberLink } from '../../lib/list/entry-cells.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { gameCell, providerCell, stateCell, typeCell, type BetDetail } from './bet-cells.tsx'

const Facts = factsPart<BetDetail>({
  area: 'bet-reports',
  facts: (fact) => [
    fact.cell('member', memberLink),
    fact.cell('game', gameCell),
    fact.cell('type', typeCell),
    fact.cell('provider', providerCell),
    fact.cell('stake', ({ stakeMinor }) => <Money minor={stakeMinor} />),
    fact.cell('payout', ({ payoutMinor }) => <Money minor={payoutMinor} />),
    fact.cell('winLoss', ({ winLossMinor }) =>
      winLossMinor === null ? '–' : <Money minor={winLossMinor} signed colour />,
    ),
    fact.time('placedAt'),
    fact.time('settledAt'),
    fact.text('ref'),
    fact.text('id'),
  ],
})

const Words = tablePart<BetDetail['words'][number]>({
  area: 'bet-reports',
  title: 'words.title',
  rowKey: ({ transactionRef }) => transactionRef,
  stacks: true,
  columns: (fact) => [
    fact.cell('toldAt', ({ toldAt }) => <Time at={toldAt} show="exact" />),
    fact.cell('kind', ({ kind }, { t }) => t(`words.${kind}`)),
    fact.cell('amount', ({ amountMinor }) => <Money minor={amountMinor} />),
    fact.cell('balance', ({ balanceMinor }) => <Money minor={balanceMinor} />),
    fact.text('transactionRef'),
  ],
})

/** One bet: its sums, and each word of its provider that made them. */
export const BetPanel = recordPanel({
  call: 'betReports.get',
  area: 'bet-reports',
  heading: 'panel.title',
  query: { refetchEveryMs: 15_000 },
  title: (bet, words) => gameCell(bet, words),
  aside: (bet, words) => stateCell(bet, words),
  body: (bet) => (
    <>
      <Facts of={bet} />
      <Words rows={bet.words} />
    </>
  ),
})
