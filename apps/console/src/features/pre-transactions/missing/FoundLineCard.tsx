import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { isLinkable } from '../lines/line-shapes.ts'
import { lineTones } from '../../../lib/words/line-tones.ts'
import { Payer } from '../lines/LineList.tsx'
import { placeOf, type FoundLine, type FoundMember } from './missing-verdict.ts'
import { ScoreChips } from '../lines/ScoreChips.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

interface FoundLineCardProps {
  line: FoundLine
  /** The answer says to look at this one first: its link stands out. */
  isAdvised: boolean
  member: FoundMember
  account: string
  onLink: () => void
  onLeave: () => void
}

/** A line that may be the money: to be linked, or whom it was credited to. */
export function FoundLineCard(props: FoundLineCardProps) {
  const { line, isAdvised, member, account, onLink, onLeave } = props
  const { t } = useTranslation(['pre-transactions-missing', 'pre-transactions', 'pre-transactions-lines'])
  const go = useGo()
  const allowed = useAllows()
  const mayLink = allowed({ pretransactionNotMatch: ['isRead', 'isUpdate'] })
  const mayRead = allowed({ pretransactionNotMatch: ['isRead'] })
  const creditedTo =
    line.member?.id === member.id
      ? t('creditedToThis')
      : t('creditedTo', { name: line.member?.username ?? '' })
  const isBest = isAdvised && isLinkable(line)
  const open = () => {
    onLeave()
    go({ to: '/pre-transaction/matching', search: placeOf(line) })
  }
  return (
    <li className={`${blocks.card} ${classes.candidate}`} data-dense data-best={isBest || undefined}>
      <div className={classes.candidateHead}>
        <div className={classes.who}>
          <span>
            <b>
              <Money minor={line.amountMinor} unit={t('pre-transactions:matching.baht')} />
            </b>{' '}
            <Time at={line.bankTime ?? line.receivedAt} show="exact" />
          </span>
          <span className={blocks.quiet}>
            {account} · <Payer line={line} />
          </span>
        </div>
        {line.member ? (
          <Status tone="grey" label={creditedTo} />
        ) : (
          <Status tone={lineTones[line.state]} label={t(`pre-transactions-lines:states.${line.state}`)} />
        )}
        {line.isLinkAsked && <Status tone="amber" label={t('pre-transactions-lines:waitsForSecond')} />}
        {isLinkable(line) && mayLink && (
          <Button size="sm" variant={isBest ? 'filled' : 'default'} onClick={onLink}>
            {t('linkHere')}
          </Button>
        )}
        {mayRead && (
          <Button size="sm" variant="subtle" onClick={open}>
            {t('openLine')}
          </Button>
        )}
      </div>
      {line.signals.length > 0 && (
        <ScoreChips signals={line.signals} score={line.matchScore} hasSum={line.matchScore > 0} />
      )}
      {line.matchScore <= 0 && (
        <p className={blocks.quiet}>
          {t('pre-transactions-lines:missing.noCandidate', { name: member.username })}
        </p>
      )}
      {isLinkable(line) && !mayLink && (
        <p className={blocks.quiet}>{t('pre-transactions:missing.askLinker')}</p>
      )}
    </li>
  )
}
