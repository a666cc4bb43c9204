import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { useLineNotes } from '../lines/line-notes.ts'
import { FoundLineCard } from './FoundLineCard.tsx'
import type { Suggestion } from '../lines/line-shapes.ts'
import { LineNotes } from '../line-actions/LineNotes.tsx'
import {
  adviceOf,
  type FoundLine,
  type MissingAnswer,
  type FoundMember,
  type MissingQuestion,
} from './missing-verdict.ts'
import { NotePending } from './NotePending.tsx'
import { useOwnAccounts } from '../own-accounts.ts'
import { useLineSheets } from '../line-actions/use-line-sheets.tsx'
import blocks from '../../../ui/Blocks.module.css'
import screenClasses from '../lines/Matching.module.css'
import classes from '../lines/LineDetail.module.css'

interface MissingVerdictProps {
  member: FoundMember
  question: MissingQuestion
  /** The slip that was shown for it. */
  slipId: string | null
  /** The person goes on to another screen. */
  onLeave: () => void
}

/** Where the money is, in one sentence, and what to do next. */
export function MissingVerdict({ member, question, slipId, onLeave }: MissingVerdictProps) {
  const { t } = useTranslation('pre-transactions-missing')
  const query = useQueryCall('preTransactions.findMissing', question, {
    isTracked: false,
    staleMs: 0,
  })
  const { data } = query
  const place = useRef<HTMLDivElement>(null)
  // Below a slip the answer would be out of sight.
  useEffect(() => {
    // Newer browsers answer a promise, which is nothing to clean up with.
    void place.current?.scrollIntoView({ block: 'start' })
  }, [data])
  if (query.error && !data) return <Failed query={query} isInline />
  if (!data) return <Skeleton height={96} aria-label={t('finding')} />
  const advice = adviceOf(data.verdict)
  return (
    <div ref={place} className={blocks.stack}>
      <div className={`${blocks.banner} ${classes.verdict}`} data-tone={advice.tone} role="status">
        <b>{t(`verdict.${data.verdict}.title`, verdictWords(data, question))}</b>
        <span>{t(`verdict.${data.verdict}.next`, verdictWords(data, question))}</span>
      </div>
      <Deposits deposits={data.deposits} />
      <Lines answer={data} member={member} onLeave={onLeave} />
      {advice.canNote && <NotePending member={member} question={question} slipId={slipId} />}
    </div>
  )
}

function verdictWords(answer: MissingAnswer, question: MissingQuestion) {
  return {
    amount: formatBaht(question.amountMinor),
    reference: answer.deposits[0]?.reference ?? answer.lines[0]?.deposit?.reference ?? '–',
    name: answer.lines.find(({ member }) => member !== null)?.member?.username ?? '–',
    accounts: answer.silentAccounts.join(', '),
    count: answer.unreadMessages,
  }
}

function Deposits({ deposits }: Pick<MissingAnswer, 'deposits'>) {
  const { t } = useTranslation('pre-transactions-missing')
  if (deposits.length === 0) return null
  return (
    <section>
      <h3 className={screenClasses.h2}>{t('deposits')}</h3>
      <ul className={blocks.list} data-spaced>
        {deposits.map((deposit) => (
          <li key={deposit.id} className={`${blocks.card} ${classes.candidate}`} data-dense>
            <div className={classes.candidateHead}>
              <b>{deposit.reference}</b>
              <Money minor={deposit.amountMinor} />
              <span>{t(`depositStates.${deposit.state}`, { defaultValue: deposit.state })}</span>
              <Time at={deposit.at} show="both" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lines that may be this money; an open one can be linked on the spot. */
function Lines({
  answer,
  member,
  onLeave,
}: Pick<MissingVerdictProps, 'member' | 'onLeave'> & { answer: MissingAnswer }) {
  const { t } = useTranslation('pre-transactions-missing')
  const { nameOf } = useOwnAccounts()
  const { notes, add, remove, addTaken } = useLineNotes()
  const sheets = useLineSheets(nameOf, { add, addTaken }, () => {})
  const [isAllShown, setAllShown] = useState(false)
  if (answer.lines.length === 0) return null
  const shown = isAllShown ? answer.lines : answer.lines.slice(0, 3)
  return (
    <section>
      <h3 className={screenClasses.h2}>{t('lines', { count: answer.lines.length })}</h3>
      <LineNotes notes={notes} onClose={remove} onUndo={sheets.undo} />
      <ul className={blocks.list} data-spaced>
        {shown.map((line, index) => (
          <FoundLineCard
            key={line.id}
            line={line}
            isAdvised={index === 0 && adviceOf(answer.verdict).canLink}
            member={member}
            account={nameOf(line.accountId)}
            onLeave={onLeave}
            onLink={() => sheets.link(line, suggestionOf(line, member))}
          />
        ))}
      </ul>
      {shown.length < answer.lines.length && (
        <Button variant="subtle" size="sm" onClick={() => setAllShown(true)}>
          {t('allLines', { count: answer.lines.length })}
        </Button>
      )}
      {sheets.sheet}
    </section>
  )
}

const suggestionOf = (line: FoundLine, member: FoundMember): Suggestion => ({
  member,
  score: line.matchScore,
  signals: line.signals,
  deposit: null,
})
