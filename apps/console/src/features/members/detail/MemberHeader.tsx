import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '../../../lib/words/formats.ts'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { RecordActs } from '../../../lib/record/RecordActs.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Deadline } from '../Deadline.tsx'
import { LevelAndTags } from '../member-cells.tsx'
import { MemberMenu } from '../MemberMenu.tsx'
import { MemberStateMark } from '../MemberStateMark.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import type { openMemberSheet } from '../MemberSheets.tsx'
import type { useReveal } from '../use-reveal.tsx'
import { blockKeys } from './withdraw-blocks.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Members.module.css'

interface MemberHeaderProps {
  member: MemberDetail
  reveal: ReturnType<typeof useReveal>
  onAct: typeof openMemberSheet
}

/** Who the member is, what the wallet holds, what can be done, and why money cannot leave. */
export function MemberHeader({ member, reveal, onAct }: MemberHeaderProps) {
  const { t } = useTranslation('members')
  const mayCreate = useAllows()({ memberManagement: ['isCreate'] })
  const { id } = member
  const ways = [
    ...(mayCreate
      ? [
          { label: t('act.deposit'), href: hrefOf({ to: '/pre-transaction/pre-deposit/{id}', id }) },
          { label: t('act.withdraw'), href: hrefOf({ to: '/pre-transaction/pre-withdraw/{id}', id }) },
        ]
      : []),
    { label: t('act.changeAccount'), href: hrefOf({ to: '/member/change-account/{id}', id }) },
  ]
  const Eye = reveal.revealed ? IconEyeOff : IconEye
  return (
    <section className={blocks['card']} aria-label={t('detail.who')}>
      <div className={classes['headLine']}>
        <span className={classes['headName']}>{member.name}</span>
        <MemberStateMark state={member.state} title={member.stateReason ?? undefined} />
        {(member.level > 0 || member.tags.length > 0) && (
          <LevelAndTags level={member.level} tags={member.tags} />
        )}
        <span>{reveal.revealed ? formatPhone(reveal.revealed.phone) : member.phoneMasked}</span>
        {reveal.ask && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Eye size={16} aria-hidden />}
            onClick={reveal.revealed ? reveal.hide : reveal.ask}
          >
            {t(reveal.revealed ? 'reveal.hide' : 'reveal.button')}
          </Button>
        )}
      </div>
      {member.stateReason && (
        <p className={classes['body']}>{t('detail.stateReason', { reason: member.stateReason })}</p>
      )}
      <Balances member={member} />
      <WithdrawBlocks member={member} />
      <div className={blocks['buttons']}>
        <RecordActs acts={ways.map((way) => ({ ...way, isQuiet: true }))} />
        <MemberMenu member={member} onAct={onAct} />
      </div>
    </section>
  )
}

function Balances({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const figures = [
    ['balance', member.balanceMinor],
    ['locked', member.lockedMinor],
    ['deposit', member.depositMinor],
    ['withdrawal', member.withdrawalMinor],
    ['net', member.netMinor],
  ] as const
  return (
    <dl className={`${blocks['sums']} ${classes['balances']}`}>
      {figures.map(([field, minor]) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd>
            <Money minor={minor} colour={field === 'net'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** In plain words: why this member cannot withdraw now, or that nothing stands in the way. */
function WithdrawBlocks({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const keys = blockKeys(member)
  if (keys.length === 0) return <span className={classes['good']}>{t('block.none')}</span>
  return (
    <div className={blocks['warn']}>
      <h2>{t('block.title')}</h2>
      <ul className={classes['blocks']}>
        {keys.map((key) => (
          <li key={key}>
            {t(`block.${key}`, { state: t(`states.${member.state}`) })}
            {key === 'held' && member.withdrawHoldUntil && (
              <>
                {' '}
                <Deadline at={member.withdrawHoldUntil} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
