import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { StatCard } from '../../../ui/figures/StatCard.tsx'
import { differenceOf, type Account } from './account-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Accounts.module.css'

const roles = ['deposit', 'withdrawal', 'holding'] as const

/** What lies on all accounts of a role together, and how many do not stand as usual. */
export function AccountSums({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation('payment-autos')
  const stopped = accounts.filter(({ state }) => state !== 'active').length
  const apart = accounts.filter((account) => account.isBroken || (differenceOf(account) ?? 0) !== 0).length
  return (
    <div className={classes['sums']}>
      {roles.map((role) => {
        const own = accounts.filter((account) => account.role === role)
        if (own.length === 0) return null
        const isKnown = own.every(({ balanceMinor }) => balanceMinor !== null)
        const sum = own.reduce((all, { balanceMinor }) => all + (balanceMinor ?? 0), 0)
        return (
          <StatCard
            key={role}
            label={t(`role.${role}`)}
            value={isKnown ? <Money minor={sum} /> : t('accounts', { count: own.length })}
            note={
              isKnown ? (
                <span className={blocks['muted']}>{t('accounts', { count: own.length })}</span>
              ) : null
            }
          />
        )
      })}
      <StatCard
        label={t('sums.stopped')}
        value={stopped}
        {...(stopped > 0 ? { tone: 'amber' as const } : {})}
      />
      <StatCard label={t('sums.apart')} value={apart} {...(apart > 0 ? { tone: 'red' as const } : {})} />
    </div>
  )
}
