import { useTranslation } from 'react-i18next'
import { formatCount, formatMoney } from '../../../lib/words/formats.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { DateOn, Time } from '../../../ui/figures/Time.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import classes from '../Members.module.css'

/** The member at a glance: person, money so far, rights and limits. */
export function OverviewTab({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const flag = (is: boolean) => t(is ? 'on' : 'off')
  const limit = (minor: number | null) => (minor === null ? t('controls.inherited') : formatMoney(minor))
  const person = [
    { label: t('field.username'), value: member.username },
    { label: t('field.name'), value: member.name },
    { label: t('field.lineId'), value: member.lineId },
    { label: t('field.email'), value: member.email },
    { label: t('field.birthOn'), value: member.birthOn && <DateOn on={member.birthOn} /> },
    { label: t('field.sourceChannel'), value: t(`sources.${member.sourceChannel}`) },
    { label: t('field.seller'), value: member.seller?.name },
    {
      label: t('field.referrer'),
      value: member.referrer && (
        <ScreenLink to="/member/member-detail/{id}" id={member.referrer.id}>
          {member.referrer.username}
        </ScreenLink>
      ),
    },
    { label: t('field.createdAt'), value: <Time at={member.createdAt} show="exact" /> },
    { label: t('field.lastLoginAt'), value: <Time at={member.lastLoginAt} /> },
  ]
  const money = [
    { label: t('field.depositCount'), value: formatCount(member.depositCount) },
    { label: t('field.withdrawalCount'), value: formatCount(member.withdrawalCount) },
    { label: t('field.firstDepositAt'), value: <Time at={member.firstDepositAt} show="exact" /> },
    { label: t('field.lastDepositAt'), value: <Time at={member.lastDepositAt} show="exact" /> },
  ]
  const rights = [
    { label: t('field.canLogin'), value: flag(member.canLogin) },
    { label: t('field.canDeposit'), value: flag(member.canDeposit) },
    { label: t('field.canWithdraw'), value: flag(member.canWithdraw) },
    { label: t('field.isAutoWithdraw'), value: flag(member.isAutoWithdraw) },
    { label: t('field.withdrawalMinMinor'), value: limit(member.withdrawalMinMinor) },
    { label: t('field.withdrawalMaxMinor'), value: limit(member.withdrawalMaxMinor) },
    { label: t('field.withdrawalDayMinor'), value: limit(member.withdrawalDayMinor) },
    {
      label: t('field.withdrawalDayCount'),
      value:
        member.withdrawalDayCount === null
          ? t('controls.inherited')
          : formatCount(member.withdrawalDayCount),
    },
  ]
  return (
    <div className={classes['grid']}>
      <section className={classes['card']}>
        <h2>{t('overview.person')}</h2>
        <KeyValue facts={person} />
      </section>
      <section className={classes['card']}>
        <h2>{t('overview.money')}</h2>
        <KeyValue facts={money} />
      </section>
      <section className={classes['card']}>
        <h2>{t('overview.rights')}</h2>
        <KeyValue facts={rights} />
      </section>
    </div>
  )
}
