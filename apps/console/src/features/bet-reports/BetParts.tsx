import { saidNames } from '@khlang/contract/values/play-values.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { memberLink } from '../../lib/list/entry-cells.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { formatBps } from '../../lib/words/formats.ts'
import { gameCell, providerCell, saidCell, typeCell, type BetDetail } from './bet-cells.tsx'
import blocks from '../../ui/Blocks.module.css'

/** A bet as it stands. */
export const Facts = factsPart<BetDetail>({
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
    fact.cell(
      'replay',
      ({ replayUrl }, { t, reading }) => (
        <a href={replayUrl?.replaceAll('{lang}', reading.language)} target="_blank" rel="noreferrer">
          {t('replay')}
        </a>
      ),
      { isTold: ({ replayUrl }) => replayUrl !== null },
    ),
    fact.copy('ref'),
    fact.copy('id'),
  ],
})

/** What its provider told of it beside money: no more than that. */
export const Said = factsPart<BetDetail>({
  area: 'bet-reports',
  title: 'said.title',
  facts: (fact) =>
    saidNames.map((name) =>
      fact.cell(name, saidCell(name), { isTold: ({ said }) => said[name] !== undefined }),
    ),
})

/** Each word of its provider, with its movement. */
export const Told = tablePart<BetDetail['words'][number]>({
  area: 'bet-reports',
  title: 'words.title',
  rowKey: ({ transactionRef }) => transactionRef,
  stacks: true,
  columns: (fact) => [
    fact.exact('toldAt'),
    fact.cell('kind', ({ kind, transactionRef, transferId }, { t, allows }) => (
      <>
        {t(`words.${kind}`)}
        <div className={blocks['quiet']}>{transactionRef}</div>
        {transferId && allows({ creditTransaction: ['isRead'] }) && (
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

/** What each word changed in reports, and why so much counts. */
export const Outcomes = tablePart<Outcome>({
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

/** Who asked that it be void, who agreed, and why. */
export const Voided = factsPart<NonNullable<BetDetail['voided']>>({
  area: 'bet-reports',
  names: 'voided',
  title: 'voided.title',
  facts: (fact) => [
    fact.time('at'),
    fact.text('askedBy'),
    fact.cell('agreedBy', ({ agreedBy }, { t }) => agreedBy ?? t('voided.nobody')),
    fact.text('reason'),
  ],
})
