import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { say } from '../../lib/alerts/notices.ts'
import { isRefusal } from '../../lib/call/call.ts'
import { useErrorText } from '../../lib/call/error-text.ts'
import { useCall } from '../../lib/call/query.ts'
import { tablePart } from '../../lib/record/table-part.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { stateCell, type BetDetail } from './bet-cells.tsx'
import blocks from '../../ui/Blocks.module.css'

export type Answer = OutputOf<CallOf<'betReports.askProvider'>>
interface Side extends NonNullable<Answer['theirs']> {
  readonly who: 'theirs' | 'ours'
}

const sides = (title: string) =>
  tablePart<Side>({
    area: 'bet-reports',
    title,
    rowKey: ({ who }) => who,
    columns: (fact) => [
      fact.cell('who', ({ who }, { t }) => t(`asked.${who}`)),
      fact.cell('state', stateCell),
      fact.money('stake', 'stakeMinor'),
      fact.money('payout', 'payoutMinor'),
    ],
  })
const Sides = sides('asked.compared')
const TheirsThen = sides('asked.theirsThen')

const tones: Readonly<Record<Answer['answer'], string>> = {
  same: 'green',
  missing: 'amber',
  differs: 'red',
  notFound: 'amber',
  noAnswer: 'grey',
  unreadable: 'grey',
  notSent: 'grey',
}

interface LastSaidProps {
  said: NonNullable<BetDetail['lastSaid']>
}

/** What the provider said when it was asked last: the bet may have moved on since. */
export function LastSaid({ said: { at, by, answer, theirs } }: LastSaidProps) {
  const { t } = useTranslation('bet-reports')
  return (
    <section className={blocks['stack']} aria-label={t('asked.last')}>
      <p className={blocks['note']}>
        {t('asked.last')} <Time at={at} show="exact" /> {by !== null && t('asked.by', { by })}
      </p>
      <p className={blocks['note']}>{t(`asked.answers.${answer}`)}</p>
      {theirs && <TheirsThen rows={[{ ...theirs, who: 'theirs' }]} />}
    </section>
  )
}

interface ProviderAnswerProps {
  id: string
  answer: Answer
  /** It was taken, or is not what it was. */
  onOver: () => void
}

/** What the provider said of a bet beside ours, and the way to take what never came. */
export function ProviderAnswer({ id, answer: asked, onOver }: ProviderAnswerProps) {
  const { t } = useTranslation('bet-reports')
  const errorText = useErrorText()
  const { answer, theirs, ours, missing, digest, from, until } = asked
  const take = useCall('betReports.takeAnswer', {
    refreshes: ['betReports', 'creditTransactions', 'members'],
  })
  const onTake = async () => {
    try {
      const { taken } = await take.send({ id, digest: digest ?? '' })
      const isWhole = taken.every(({ isTaken }) => isTaken)
      say(t(isWhole ? 'asked.taken' : 'asked.notTaken'), isWhole ? 'green' : 'red')
    } catch (thrown) {
      const isOther = isRefusal(thrown, 'betReports.takeAnswer') && thrown.code === 'conflict'
      say(isOther ? t('asked.changed') : errorText(thrown), 'red')
    }
    onOver()
  }
  return (
    <section className={blocks['stack']} aria-label={t('asked.compared')}>
      <p className={blocks['warn']} data-tone={tones[answer]} role="status">
        {t(`asked.answers.${answer}`, { count: missing.length })}
      </p>
      {theirs && (
        <Sides
          rows={[
            { ...theirs, who: 'theirs' },
            { ...ours, who: 'ours' },
          ]}
        />
      )}
      <p className={blocks['note']}>
        {t('asked.time')} <Time at={from} show="exact" /> – <Time at={until} show="exact" />
      </p>
      {digest !== null && (
        <div className={blocks['buttons']}>
          <Button loading={take.isSending} disabled={!take.canSend} onClick={() => void onTake()}>
            {t('asked.take')}
          </Button>
        </div>
      )}
    </section>
  )
}
