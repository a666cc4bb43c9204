import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyValue, type Fact } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { MemberName } from '../lines/Candidate.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

interface MemberCardProps {
  /** Undefined while loading. */
  member: { id: string; username: string; name: string; state: string } | undefined
  balanceMinor: number | undefined
  bank?: string | null
  accountNoMasked?: string | null
  accountName?: string | null
}

/** For whom the form is: name, state, wallet, and the account on record, masked. */
export function MemberCard({ member, balanceMinor, bank, accountNoMasked, accountName }: MemberCardProps) {
  const { t } = useTranslation(['pre-transactions-wizard', 'pre-transactions'])
  if (member === undefined) return <Skeleton height={120} />
  const facts: Fact[] = [
    {
      label: t('state'),
      value: t(`pre-transactions:matching.memberStates.${member.state}`, { defaultValue: member.state }),
    },
    {
      label: t('balance'),
      value: <Money minor={balanceMinor} unit={t('pre-transactions:matching.baht')} />,
    },
    { label: t('memberAccount'), value: [bank, accountNoMasked].filter(Boolean).join(' ') || null },
    ...(accountName ? [{ label: t('accountName'), value: accountName }] : []),
  ]
  return (
    <section className={`${blocks.card} ${classes.candidate}`} data-dense aria-label={t('memberCard')}>
      <b className={blocks.sides}>
        <MemberName member={member} />
      </b>
      <KeyValue facts={facts} />
    </section>
  )
}
