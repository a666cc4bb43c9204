import { memberLink } from '../../lib/list/entry-cells.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { gameCell, providerCell, stateCell, typeCell, type BetDetail } from './bet-cells.tsx'
import blocks from '../../ui/Blocks.module.css'

const Facts = factsPart<BetDetail>({
  area: 'bet-reports',
  facts: (fact) => [
    fact.cell('member', memberLink),
    fact.cell('game', gameCell),
    fact.cell('type', typeCell),
    fact.cell('provider', providerCell),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
    fact.time('placedAt'),
    fact.time('settledAt'),
    fact.copy('ref'),
    fact.copy('id'),
  ],
})

const Words = tablePart<BetDetail['words'][number]>({
  area: 'bet-reports',
  title: 'words.title',
  rowKey: ({ transactionRef }) => transactionRef,
  stacks: true,
  columns: (fact) => [
    fact.exact('toldAt'),
    fact.cell('kind', ({ kind, transactionRef }, { t }) => (
      <>
        {t(`words.${kind}`)}
        <div className={blocks['quiet']}>{transactionRef}</div>
      </>
    )),
    fact.money('amount', 'amountMinor'),
    fact.money('balance', 'balanceMinor'),
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
