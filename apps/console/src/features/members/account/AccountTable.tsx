import { useTranslation } from 'react-i18next'
import { formatAccountNumber } from '../../../lib/words/formats.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Feed } from '../../../ui/page/Feed.tsx'
import { Status, type Tone } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { MemberDetail } from '../member-shapes.ts'
import type { Revealed } from '../use-reveal.tsx'
import classes from '../Members.module.css'
import blocks from '../../../ui/Blocks.module.css'

const tones: Readonly<Record<MemberDetail['accounts'][number]['state'], Tone>> = {
  primary: 'green',
  alias: 'grey',
  refused: 'red',
}

/** Every bank account a member has had: the one paid to, and those before, still recognised as payers. */
export function AccountTable({
  member,
  revealed,
}: {
  member: Pick<MemberDetail, 'id' | 'accounts'>
  revealed: Revealed | null
}) {
  const { t } = useTranslation('members')
  const { accounts } = member
  if (accounts.length === 0) return <EmptyState title={t('accounts.none')} />
  const numberOf = (id: string, masked: string): string => {
    const clear = revealed?.accounts.find((each) => each.id === id)
    return clear ? formatAccountNumber(clear.accountNo) : masked
  }
  return (
    <div className={blocks['stack']}>
      <Feed label={t('accounts.title')}>
        {accounts.map((account) => (
          <li key={account.id}>
            <span className={classes['headLine']}>
              <BankTag code={account.bank}>{numberOf(account.id, account.accountNoMasked)}</BankTag>
              <Status tone={tones[account.state]} label={t(`accounts.${account.state}`)} />
            </span>
            <span>{account.accountName}</span>
            <span className={classes['feedHead']}>
              <span>
                {t('accounts.since')} <Time at={account.since} show="exact" />
              </span>
              {account.until && (
                <span>
                  {t('accounts.until')} <Time at={account.until} show="exact" />
                </span>
              )}
            </span>
            <Makers account={account} />
          </li>
        ))}
      </Feed>
      <ScreenLink to="/member/member-detail/{id}" id={member.id} search={{ tab: 'activity' }}>
        {t('accounts.history')}
      </ScreenLink>
    </div>
  )
}

/** Who entered an account, who approved it and why: the answer to "who changed this?". */
function Makers({ account }: { account: MemberDetail['accounts'][number] }) {
  const { t } = useTranslation('members')
  const { askedBy, approvedBy, reason } = account
  const key = approvedBy === null ? 'first' : askedBy === approvedBy ? 'alone' : 'changed'
  return (
    <>
      <span>{t(`accounts.${askedBy === null ? 'site' : key}`, { askedBy, approvedBy })}</span>
      {reason !== null && <p className={classes['body']}>{t('activity.reason', { reason })}</p>}
    </>
  )
}
