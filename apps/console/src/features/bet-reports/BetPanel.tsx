import { IconBan, IconFileSearch, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { isRefusal } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useCall } from '../../lib/call/query.ts'
import { openSettling } from '../../lib/call/settling.ts'
import type { Words } from '../../lib/list/columns.tsx'
import { useProfile } from '../../lib/person/profile.ts'
import { Faced } from '../../lib/record/Face.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { gameCell, stateCell, type BetDetail } from './bet-cells.tsx'
import { Facts, Outcomes, Said, Told, Voided } from './BetParts.tsx'
import { LastSaid, ProviderAnswer, type Answer } from './ProviderAnswer.tsx'
import { VoidSheet } from './VoidSheet.tsx'
import blocks from '../../ui/Blocks.module.css'

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
      {bet.outcomes.length === 0 && bet.state === 'void' && (
        <p className={blocks['note']}>{t('reasons.void')}</p>
      )}
    </>
  ),
  beside: (bet, { hand }) =>
    hand.isVoiding && <VoidSheet bet={bet} onClose={() => hand.setVoiding(false)} />,
})
