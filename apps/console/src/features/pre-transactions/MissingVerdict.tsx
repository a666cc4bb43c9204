import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useGo } from '../../lib/navigation.tsx'
import { useAllows } from '../../lib/permissions.ts'
import { useQueryCall } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { useLineNotes } from './line-notes.ts'
import { isLinkable, type Suggestion } from './line-shapes.ts'
import { lineTones } from './line-tones.ts'
import { Payer } from './LineList.tsx'
import { LineNotes } from './LineNotes.tsx'
import { adviceOf, type FoundLine, type MissingAnswer } from './missing-verdict.ts'
import type { FoundMember, MissingQuestion } from './MissingDeposit.tsx'
import { NotePending } from './NotePending.tsx'
import { useOwnAccounts } from './own-accounts.ts'
import { ScoreChips } from './ScoreChips.tsx'
import { useLineSheets } from './use-line-sheets.tsx'
import screenClasses from './Matching.module.css'
import classes from './LineDetail.module.css'

interface MissingVerdictProps {
  member: FoundMember
  question: MissingQuestion
}

/** Where the money is, in one sentence, and what to do next. */
export function MissingVerdict({ member, question }: MissingVerdictProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { data, error, refetch } = useQueryCall('preTransactions.findMissing', question, {
    isTracked: false,
    staleMs: 0,
  })
  if (error && !data) {
    return (
      <ErrorState
        error={{ message: errorText(error), requestId: error.requestId }}
        onRetry={() => void refetch()}
        isInline
      />
    )
  }
  if (!data) return <Skeleton height={96} aria-label={t('missing.finding')} />
  const advice = adviceOf(data.verdict)
  return (
    <div className={screenClasses.screen}>
      <div className={classes.verdict} data-tone={advice.tone} role="status">
        <b>{t(`missing.verdict.${data.verdict}.title`, verdictWords(data, question))}</b>
        <span>{t(`missing.verdict.${data.verdict}.next`, verdictWords(data, question))}</span>
      </div>
      <Deposits deposits={data.deposits} />
      <Lines answer={data} member={member} />
      {advice.canNote && <NotePending member={member} question={question} />}
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
  const { t } = useTranslation('pre-transactions')
  if (deposits.length === 0) return null
  return (
    <section>
      <h3 className={screenClasses.h2}>{t('missing.deposits')}</h3>
      <ul className={classes.candidates}>
        {deposits.map((deposit) => (
          <li key={deposit.id} className={classes.candidate}>
            <div className={classes.candidateHead}>
              <b>{deposit.reference}</b>
              <Money minor={deposit.amountMinor} />
              <span>{t(`missing.depositStates.${deposit.state}`, { defaultValue: deposit.state })}</span>
              <Time at={deposit.at} show="both" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lines that may be this money; an open one can be linked on the spot. */
function Lines({ answer, member }: { answer: MissingAnswer; member: FoundMember }) {
  const { t } = useTranslation('pre-transactions')
  const { nameOf } = useOwnAccounts()
  const { notes, add, remove, addTaken } = useLineNotes()
  const sheets = useLineSheets(nameOf, { add, addTaken }, () => {})
  const [isAllShown, setAllShown] = useState(false)
  if (answer.lines.length === 0) return null
  const shown = isAllShown ? answer.lines : answer.lines.slice(0, 3)
  return (
    <section>
      <h3 className={screenClasses.h2}>{t('missing.lines', { count: answer.lines.length })}</h3>
      <LineNotes notes={notes} onClose={remove} onUndo={sheets.undo} />
      <ul className={classes.candidates}>
        {shown.map((line, index) => (
          <FoundLineCard
            key={line.id}
            line={line}
            isBest={index === 0}
            member={member}
            account={nameOf(line.accountId)}
            onLink={() => sheets.link(line, suggestionOf(line, member))}
          />
        ))}
      </ul>
      {shown.length < answer.lines.length && (
        <Button variant="subtle" size="sm" onClick={() => setAllShown(true)}>
          {t('missing.allLines', { count: answer.lines.length })}
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

interface FoundLineCardProps {
  line: FoundLine
  isBest: boolean
  member: FoundMember
  account: string
  onLink: () => void
}

function FoundLineCard({ line, isBest, member, account, onLink }: FoundLineCardProps) {
  const { t } = useTranslation('pre-transactions')
  const go = useGo()
  const allowed = useAllows()
  const mayLink = allowed({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayRead = allowed({ pretransactionNotMatch: ['isRead'] })
  return (
    <li className={classes.candidate} data-best={isBest || undefined}>
      <div className={classes.candidateHead}>
        <div className={classes.who}>
          <span>
            <b>
              <Money minor={line.amountMinor} unit={t('matching.baht')} />
            </b>{' '}
            <Time at={line.bankTime ?? line.receivedAt} show="exact" />
          </span>
          <span className={screenClasses.quiet}>
            {account} · <Payer line={line} />
          </span>
          {line.member && <span>{t('missing.creditedTo', { name: line.member.username })}</span>}
        </div>
        <Status tone={lineTones[line.state]} label={t(`matching.states.${line.state}`)} />
        {isLinkable(line) && mayLink && (
          <Button size="sm" variant={isBest ? 'filled' : 'default'} onClick={onLink}>
            {t('missing.linkHere')}
          </Button>
        )}
        {mayRead && (
          <Button
            size="sm"
            variant="subtle"
            onClick={() => go({ to: '/pre-transaction/matching', search: { line: line.id } })}
          >
            {t('missing.openLine')}
          </Button>
        )}
      </div>
      {line.signals.length > 0 && (
        <ScoreChips signals={line.signals} score={line.matchScore} hasSum={line.matchScore > 0} />
      )}
      {line.matchScore <= 0 && (
        <p className={screenClasses.quiet}>{t('missing.noCandidate', { name: member.username })}</p>
      )}
      {isLinkable(line) && !mayLink && <p className={screenClasses.quiet}>{t('missing.askLinker')}</p>}
    </li>
  )
}
