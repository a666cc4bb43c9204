import { ScreenLink } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { memberLink } from '../../lib/list/entry-cells.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { gameCell, providerCell, stateCell, typeCell, type BetDetail } from './bet-cells.tsx'
import { formatBps } from '../../lib/words/formats.ts'
import blocks from '../../ui/Blocks.module.css'

const Facts = factsPart<BetDetail>({
  area: 'bet-reports',
  facts: (fact) => [
    fact.cell('member', memberLink),
    fact.cell('game', gameCell),
    fact.cell('type', typeCell),
    fact.cell('provider', providerCell),
    fact.money('stake', 'stakeMinor'),
    fact.money('valid', 'validMinor'),
    fact.money('counted', 'countedMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
    fact.time('placedAt'),
    fact.time('settledAt'),
    fact.day('settledOn'),
    fact.copy('ref'),
    fact.copy('id'),
  ],
})

const Told = tablePart<BetDetail['words'][number]>({
  area: 'bet-reports',
  title: 'words.title',
  rowKey: ({ transactionRef }) => transactionRef,
  stacks: true,
  columns: (fact) => [
    fact.exact('toldAt'),
    fact.cell('kind', ({ kind, transactionRef, transferId }, { t }) => (
      <>
        {t(`words.${kind}`)}
        <div className={blocks['quiet']}>{transactionRef}</div>
        {transferId && (
          <ScreenLink to="/credit-transaction" search={{ entry: transferId }}>
            {t('words.transfer')}
          </ScreenLink>
        )}
      </>
    )),
    fact.money('amount', 'amountMinor'),
    fact.money('balance', 'balanceMinor'),
  ],
})

type Outcome = BetDetail['outcomes'][number]

/** Why so much of a bet counts, as a sentence with its numbers. */
const whyCounted = ({ reason, contributionBp }: Outcome, { t }: Words) =>
  t(`reasons.${reason}`, { share: formatBps(contributionBp) })

const Outcomes = tablePart<Outcome>({
  area: 'bet-reports',
  title: 'outcomes.title',
  rowKey: ({ version }) => String(version),
  stacks: true,
  columns: (fact) => [
    fact.exact('toldAt'),
    fact.cell('became', (outcome, words) => (
      <>
        {words.t(`outcomes.${outcome.kind}`)}
        <div className={blocks['quiet']}>{whyCounted(outcome, words)}</div>
      </>
    )),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('counted', 'countedMinor'),
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
      <Told rows={bet.words} />
      {bet.outcomes.length > 0 && <Outcomes rows={bet.outcomes} />}
    </>
  ),
})
