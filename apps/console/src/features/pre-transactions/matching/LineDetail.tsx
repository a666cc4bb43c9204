import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { HoleHelp } from '../../../ui/page/HoleHelp.tsx'
import { Candidate } from '../lines/Candidate.tsx'
import { DecisionSentence } from '../lines/DecisionSentence.tsx'
import { LineActions, type LineAct } from '../line-actions/LineActions.tsx'
import { BookingCard } from '../line-acts/BookingCard.tsx'
import { MergeCard } from '../line-acts/MergeCard.tsx'
import { RefundCard } from '../line-acts/RefundCard.tsx'
import { InvoicePart } from '../line-acts/InvoicePart.tsx'
import { SettlementCard, SettlementHint } from '../line-acts/SettlementCard.tsx'
import { SplitCard } from '../line-acts/SplitCard.tsx'
import { LineHead } from '../lines/LineHead.tsx'
import { LineMessages } from '../lines/LineMessages.tsx'
import { isLinkable, type Line, type LineWhole, type Suggestion } from '../lines/line-shapes.ts'
import { TaughtBy } from '../lines/TaughtBy.tsx'
import { MemberFinder } from '../lines/MemberFinder.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/Matching.module.css'

interface LineDetailProps {
  id: string | undefined
  accountName: (id: string) => string
  onLink: (line: Line, suggestion: Suggestion) => void
  onAct: (act: LineAct, line: Line, openMinor?: number) => void
  /** Back to the list, on a narrow screen. */
  onBack?: () => void
}

/** Everything about the line in hand: whose it may be and why, and what can be done with it. */
export function LineDetail(props: LineDetailProps) {
  const { t } = useTranslation('pre-transactions-matching')
  if (props.id === undefined) return <EmptyState title={t('chooseLine')} hint={t('chooseLineHint')} />
  return <Known key={props.id} {...props} id={props.id} />
}

function Known({ id, onBack, ...rest }: LineDetailProps & { id: string }) {
  const { t } = useTranslation('pre-transactions-matching')
  const query = useQueryCall('preTransactions.line', { id }, { live: 'statementLine', isTracked: false })
  return (
    <section className={classes.detail} aria-label={t('lineInHand')}>
      {onBack && (
        <Button
          className={classes.back ?? ''}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('backToList')}
        </Button>
      )}
      <Asked query={query}>{(whole) => <Whole whole={whole} {...rest} />}</Asked>
    </section>
  )
}

function Whole({
  whole,
  accountName,
  onLink,
  onAct,
}: Omit<LineDetailProps, 'id' | 'onBack'> & { whole: LineWhole }) {
  const { t } = useTranslation(['pre-transactions-matching', 'pre-transactions-lines'])
  const { line, suggestions, messages } = whole
  const mayLink = useAllows()({ pretransactionNotMatch: ['isRead', 'isUpdate'] }) && isLinkable(line)
  return (
    <>
      <LineHead line={line} account={accountName(line.accountId)} />
      <LineActions whole={whole} onAct={(act) => onAct(act, line)} />
      {whole.handling.refund !== null && (
        <RefundCard lineId={line.id} refund={whole.handling.refund} onAct={(act) => onAct(act, line)} />
      )}
      {whole.handling.split !== null && (
        <SplitCard
          line={line}
          split={whole.handling.split}
          isWaiting={whole.handling.asked !== null || whole.unlinkAsked !== null}
          onGiveRest={() => onAct('split', line, whole.handling.split?.restMinor)}
        />
      )}
      {whole.handling.booking !== null && (
        <BookingCard
          booking={whole.handling.booking}
          isWaiting={whole.handling.asked !== null}
          onAct={(act) => onAct(act, line)}
        />
      )}
      {whole.handling.settlement !== null && (
        <SettlementCard
          settlement={whole.handling.settlement}
          isWaiting={whole.handling.asked !== null}
          onAct={(act) => onAct(act, line)}
        />
      )}
      <InvoicePart handling={whole.handling} onAct={(act) => onAct(act, line)} />
      {whole.handling.asked === null && whole.linkAsked === null && (
        <SettlementHint
          gateways={whole.handling.settlementsSuggested}
          onAct={() => onAct('settle', line)}
        />
      )}
      {whole.handling.payout !== null && <PayoutNote reference={whole.handling.payout.reference} />}
      <MergeCard handling={whole.handling} onAct={(act) => onAct(act, line)} />
      <DecisionSentence decision={whole.decision} line={line} />
      {line.chain === 'afterHole' && line.state === 'waiting' && <HoleHelp accountId={line.accountId} />}
      {line.direction === 'in' && (
        <>
          <h2 className={classes.h2}>{t('candidates', { count: suggestions.length })}</h2>
          {suggestions.length === 0 && (
            <p className={blocks.quiet}>{t(mayLink ? 'noCandidates' : 'noCandidatesLeft')}</p>
          )}
          <ul className={blocks.list} data-spaced>
            {suggestions.map((suggestion, index) => (
              <Candidate
                key={suggestion.member.id}
                suggestion={suggestion}
                isBest={index === 0}
                onLink={mayLink ? () => onLink(line, suggestion) : undefined}
              />
            ))}
          </ul>
          {mayLink && (
            <MemberFinder label={t('findOther')}>
              {(search) => <Found search={search} line={line} onLink={onLink} />}
            </MemberFinder>
          )}
        </>
      )}
      <h2 className={classes.h2}>{t('pre-transactions-lines:messages')}</h2>
      <TaughtBy format={whole.taughtFormat} />
      <LineMessages line={line} messages={messages} />
    </>
  )
}

/** The withdrawal that an outgoing line paid, and the way to it. */
function PayoutNote({ reference }: { reference: string }) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <p className={blocks.quiet}>
      {t('paysOut')}{' '}
      <ScreenLink
        to="/pre-transaction/deposit-withdraw"
        search={{ search: reference }}
        className={blocks.wordLink}
      >
        {reference}
      </ScreenLink>
    </p>
  )
}

interface FoundProps {
  search: string
  line: Line
  onLink: (line: Line, suggestion: Suggestion) => void
}

/** Members found by hand, scored against the line as well. */
function Found({ search, line, onLink }: FoundProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const found = useQueryCall(
    'preTransactions.searchMembers',
    { search, lineId: line.id },
    { isTracked: false, keepsPrevious: true },
  )
  return (
    <Asked query={found} height={64} isInline>
      {({ records }) =>
        records.length === 0 ? (
          <p className={blocks.quiet}>{t('nobodyFound')}</p>
        ) : (
          <ul className={blocks.list}>
            {records.map((suggestion) => (
              <Candidate
                key={suggestion.member.id}
                suggestion={suggestion}
                onLink={() => onLink(line, suggestion)}
              />
            ))}
          </ul>
        )
      }
    </Asked>
  )
}
