import { useTranslation } from 'react-i18next'
import { accountTones } from '../../lib/words/account-tones.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Status, type Tone } from '../../ui/figures/Status.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import type { FigureLinks } from './figure-links.ts'
import type { MoneyNowAnswer } from './use-dashboard.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Dashboard.module.css'

const tones: Readonly<Record<string, Tone>> = accountTones

interface OwnAccountsProps {
  accounts: NonNullable<MoneyNowAnswer['accounts']>
  totalMinor: number | null
  links: FigureLinks
}

/** Our own bank accounts with the balance of each, and their total. */
export function OwnAccounts({ accounts, totalMinor, links }: OwnAccountsProps) {
  const { t, i18n } = useTranslation('dashboard')
  return (
    <section className={blocks['card']} data-dense aria-label={t('accounts.title')}>
      <h3>{t('accounts.title')}</h3>
      <ul className={`${blocks['list']} ${classes['accounts']}`}>
        {accounts.map((account) => {
          const href = links.account(account.id)
          const name = <BankTag code={account.bank}>{account.label}</BankTag>
          return (
            <li key={account.id}>
              <span className={classes['accountName']}>
                {href === undefined ? name : <AppLink href={href}>{name}</AppLink>}
                {account.state !== 'active' && (
                  <Status
                    tone={tones[account.state] ?? 'grey'}
                    label={
                      i18n.exists(`dashboard:accounts.${account.state}`)
                        ? t(`accounts.${account.state}`)
                        : account.state
                    }
                  />
                )}
              </span>
              <Money minor={account.balanceMinor} />
              <span className={classes['quiet']}>
                {t('accounts.lastMessage')} <Time at={account.lastMessageAt} />
              </span>
            </li>
          )
        })}
      </ul>
      <p className={classes['total']}>
        <span>{t('accounts.total')}</span>
        <Money minor={totalMinor} />
      </p>
    </section>
  )
}
