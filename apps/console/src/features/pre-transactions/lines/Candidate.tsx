import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { Suggestion } from './line-shapes.ts'
import { ScoreChips } from './ScoreChips.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './LineDetail.module.css'

interface CandidateProps {
  suggestion: Suggestion
  /** The strongest one: the key L links it. */
  isBest?: boolean
  /** Absent: this line or this person does not allow a link. */
  onLink?: (() => void) | undefined
}

/** Somebody whose money this may be, with the reasons. */
export function Candidate({ suggestion, isBest = false, onLink }: CandidateProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const { member, score, signals, deposit } = suggestion
  return (
    <li className={`${blocks.card} ${classes.candidate}`} data-dense data-best={isBest || undefined}>
      <div className={classes.candidateHead}>
        <div className={classes.who}>
          <MemberName member={member} />
          <span className={blocks.quiet}>
            {[member.bank, member.accountNoMasked].filter(Boolean).join(' ') || t('noAccount')}
          </span>
        </div>
        <span className={classes.score} data-strong={score >= 65 || undefined}>
          {t('score', { score })}
        </span>
        {onLink && (
          <Button
            size="sm"
            variant={isBest ? 'filled' : 'default'}
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={onLink}
            aria-label={t('linkTo', { name: member.username })}
          >
            {t('link')}
          </Button>
        )}
      </div>
      {signals.length > 0 ? (
        <ScoreChips signals={signals} score={score} />
      ) : (
        <p className={blocks.quiet}>{t('noSignals')}</p>
      )}
      {deposit && (
        <p className={blocks.quiet}>
          {t('openRequest', { reference: deposit.reference })} <Money minor={deposit.amountMinor} />{' '}
          <Time at={deposit.at} />
        </p>
      )}
    </li>
  )
}

/** User name (a link for who may open members), name, and the state where it is not the usual one. */
export function MemberName({
  member,
}: {
  member: { id: string; username: string; name: string; state: string }
}) {
  const { t } = useTranslation('pre-transactions')
  const canOpen = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  return (
    <span className={classes.memberName}>
      {canOpen ? (
        <ScreenLink to="/member/member-detail/{id}" id={member.id} className={blocks.wordLink}>
          {member.username}
        </ScreenLink>
      ) : (
        <b>{member.username}</b>
      )}
      <span>{member.name}</span>
      {member.state !== 'active' && (
        <Status tone="purple" label={t(`matching.memberStates.${member.state}`)} />
      )}
    </span>
  )
}
