import { useTranslation } from 'react-i18next'
import { formatAccountNumber } from '../../lib/formats.ts'
import { BankTag } from '../../ui/BankTag.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { MemberDetail } from './member-shapes.ts'
import type { Revealed } from './use-reveal.tsx'
import classes from './Members.module.css'

const tones: Readonly<Record<MemberDetail['accounts'][number]['state'], Tone>> = {
  primary: 'green',
  alias: 'grey',
  refused: 'red',
}

/** Every bank account a member has had: the one paid to, and those before, still recognised as payers. */
export function AccountTable({
  accounts,
  revealed,
}: {
  accounts: MemberDetail['accounts']
  revealed: Revealed | null
}) {
  const { t } = useTranslation('members')
  if (accounts.length === 0) return <EmptyState title={t('accounts.none')} />
  const numberOf = (id: string, masked: string): string => {
    const clear = revealed?.accounts.find((each) => each.id === id)
    return clear ? formatAccountNumber(clear.accountNo) : masked
  }
  return (
    <ul className={classes['feed']} aria-label={t('accounts.title')}>
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
        </li>
      ))}
    </ul>
  )
}
