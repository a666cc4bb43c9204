import { formatCount, formatMoney } from '../../../lib/words/formats.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import type { Words } from '../../../lib/list/columns.tsx'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { DateOn, Time } from '../../../ui/figures/Time.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import classes from '../Members.module.css'

/** The member at a glance: person, money so far, rights and limits. */
export function OverviewTab({ member }: { member: MemberDetail }) {
  return (
    <div className={classes['grid']}>
      <Person of={member} />
      <MoneySoFar of={member} />
      <Rights of={member} />
    </div>
  )
}

const Person = factsPart<MemberDetail>({
  area: 'members',
  title: 'overview.person',
  facts: (fact) => [
    fact.text('username'),
    fact.text('name'),
    fact.text('lineId'),
    fact.text('email'),
    fact.cell('birthOn', ({ birthOn }) => birthOn && <DateOn on={birthOn} />),
    fact.word('sourceChannel', 'sources'),
    fact.cell('seller', ({ seller }) => seller?.name),
    fact.cell(
      'referrer',
      ({ referrer }) =>
        referrer && (
          <ScreenLink to="/member/member-detail/{id}" id={referrer.id}>
            {referrer.username}
          </ScreenLink>
        ),
    ),
    fact.exact('createdAt'),
    fact.cell('lastLoginAt', (member) => <Time at={member.lastLoginAt} />),
  ],
})

const MoneySoFar = factsPart<MemberDetail>({
  area: 'members',
  title: 'overview.money',
  facts: (fact) => [
    fact.count('depositCount'),
    fact.count('withdrawalCount'),
    fact.exact('firstDepositAt'),
    fact.exact('lastDepositAt'),
  ],
})

const limits = ['withdrawalMinMinor', 'withdrawalMaxMinor', 'withdrawalDayMinor'] as const
const ownOr = (own: string | null, { t }: Words) => own ?? t('controls.inherited')

const Rights = factsPart<MemberDetail>({
  area: 'members',
  title: 'overview.rights',
  facts: (fact) => [
    fact.flag('canLogin', 'on', 'off'),
    fact.flag('canDeposit', 'on', 'off'),
    fact.flag('canWithdraw', 'on', 'off'),
    fact.flag('canBet', 'on', 'off'),
    fact.flag('isAutoWithdraw', 'on', 'off'),
    ...limits.map((of) =>
      fact.cell(of, ({ [of]: minor }, words) => ownOr(minor === null ? null : formatMoney(minor), words)),
    ),
    fact.cell('withdrawalDayCount', ({ withdrawalDayCount: count }, words) =>
      ownOr(count === null ? null : formatCount(count), words),
    ),
  ],
})
