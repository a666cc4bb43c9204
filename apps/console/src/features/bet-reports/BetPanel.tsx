import { saidNames } from '@khlang/contract/values/play-values.ts'
import { IconBan, IconFileSearch, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { isRefusal } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useCall } from '../../lib/call/query.ts'
import { openSettling } from '../../lib/call/settling.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { memberLink } from '../../lib/list/entry-cells.tsx'
import { useProfile } from '../../lib/person/profile.ts'
import { Faced } from '../../lib/record/Face.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { tablePart } from '../../lib/record/table-part.tsx'
import { gameCell, providerCell, saidCell, stateCell, typeCell, type BetDetail } from './bet-cells.tsx'
import { LastSaid, ProviderAnswer, type Answer } from './ProviderAnswer.tsx'
import { VoidSheet } from './VoidSheet.tsx'
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
const Said = factsPart<BetDetail>({
  area: 'bet-reports',
  title: 'said.title',
  facts: (fact) =>
    saidNames.map((name) =>
      fact.cell(name, saidCell(name), { isTold: ({ said }) => said[name] !== undefined }),
    ),
})

const Told = tablePart<BetDetail['words'][number]>({
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

/** Who asked that it be void, who agreed, and why. */
const Voided = factsPart<NonNullable<BetDetail['voided']>>({
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

/** What is asked of people or of the provider, and what the provider said last. */
function useHand(id: string) {
  const { t } = useTranslation('bet-reports')
  const errorText = useErrorText()
  const [isVoiding, setVoiding] = useState(false)
  const [answer, setAnswer] = useState<{ readonly id: string; readonly said: Answer } | null>(null)
  const ask = useCall('betReports.askProvider', { refreshes: ['betReports'] })
  const onAsk = async () => {
    setAnswer(null)
    try {
      setAnswer({ id, said: await ask.send({ id }) })
    } catch (thrown) {
      const refused = isRefusal(thrown, 'betReports.askProvider') && thrown.code === 'stateRefused'
      const why = refused ? thrown.details?.reason : undefined
      say(why === undefined ? errorText(thrown) : t(`asked.${why}`), 'amber')
    }
  }
  const said = answer?.id === id ? answer.said : null
  // Agents and sellers look on.
  const isStaff = useProfile().type === 'staff'
  return {
    isStaff,
    isVoiding,
    setVoiding,
    said,
    forget: () => setAnswer(null),
    onAsk,
    isAsking: ask.isSending,
  }
}

type Hand = ReturnType<typeof useHand>

function actsOf(bet: BetDetail, { t, hand }: { t: Words['t']; hand: Hand }) {
  const { asked, notVoidable, state } = bet
  const question = {
    label: t('act.ask'),
    icon: IconRefresh,
    isSent: true,
    isSending: hand.isAsking,
    isQuiet: state !== 'running',
    run: () => void hand.onAsk(),
  }
  // A prize is of no round that a provider could be asked about.
  const questions = bet.words.some(({ kind }) => kind === 'prize') ? [] : [question]
  if (asked !== null)
    return [
      ...questions,
      { label: t('act.openRequest'), icon: IconFileSearch, run: () => openSettling(asked.approvalId) },
    ]
  if (notVoidable !== null) return questions
  const voiding = { label: t('act.void'), icon: IconBan, isQuiet: true, isOnline: true }
  return [...questions, { ...voiding, run: () => hand.setVoiding(true) }]
}

/** One bet: its sums, and each word of its provider that made them. */
export const BetPanel = recordPanel({
  call: 'betReports.get',
  area: 'bet-reports',
  heading: 'panel.title',
  query: { live: 'bet', refetchEveryMs: 15_000 },
  title: (bet, words) => <Faced of="gameCatalogue.image" id={bet.imageOf} name={gameCell(bet, words)} />,
  aside: (bet, words) => stateCell(bet, words),
  useHand,
  acts: (bet, { t, allows, hand }) =>
    hand.isStaff && allows({ betReport: ['isUpdate'] }) ? actsOf(bet, { t, hand }) : [],
  body: (bet, { t, hand }) => (
    <>
      {bet.asked !== null && (
        <p className={blocks['warn']}>
          {t(bet.asked.isOwn ? 'void.waitsOwn' : 'void.waits', { by: bet.asked.by ?? '' })}
        </p>
      )}
      {hand.said && <ProviderAnswer id={bet.id} answer={hand.said} onOver={hand.forget} />}
      {!hand.said && !hand.isAsking && bet.lastSaid && <LastSaid said={bet.lastSaid} />}
      {bet.voided !== null && <Voided of={bet.voided} />}
      <Facts of={bet} />
      {Object.keys(bet.said).length > 0 && <Said of={bet} />}
      <Told rows={bet.words} />
      {bet.outcomes.length > 0 && <Outcomes rows={bet.outcomes} />}
    </>
  ),
  beside: (bet, { hand }) =>
    hand.isVoiding && <VoidSheet bet={bet} onClose={() => hand.setVoiding(false)} />,
})
