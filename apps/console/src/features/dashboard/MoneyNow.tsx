import { useTranslation } from 'react-i18next'
import { formatBps, formatCount, formatMoney } from '../../lib/words/formats.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { usualPromises, type Promised } from '../../lib/call/promises.ts'
import { StatCard } from '../../ui/figures/StatCard.tsx'
import type { FigureLinks } from './figure-links.ts'
import type { MoneyNowAnswer } from './use-dashboard.ts'
import classes from './Dashboard.module.css'

type Waiting = MoneyNowAnswer['waitingDeposits']

/**
 * What waits for a person, what our accounts hold, what we owe. A figure this person may not see is
 * absent.
 */
export function MoneyNow({ now, links }: { now: MoneyNowAnswer; links: FigureLinks }) {
  const { t } = useTranslation('dashboard')
  const waiting = (key: 'deposit' | 'withdrawal' | 'line', figure: Waiting, href: string | undefined) => (
    <StatCard
      label={t(`now.${key}`)}
      value={formatCount(figure.count)}
      href={href}
      tone={figure.count > 0 ? 'amber' : undefined}
      note={<WaitingNote figure={figure} promise={usualPromises[key]} />}
    />
  )
  return (
    <section aria-label={t('now.title')}>
      <h2 className={classes['title']}>{t('now.title')}</h2>
      <div className={classes['fill']}>
        {waiting('deposit', now.waitingDeposits, links.waitingDeposits)}
        {waiting('withdrawal', now.waitingWithdrawals, links.waitingWithdrawals)}
        {waiting('line', now.unmatchedLines, links.unmatched)}
        <StatCard
          label={t('now.messages')}
          value={formatCount(now.unreadMessages)}
          href={links.messages}
          tone={now.unreadMessages > 0 ? 'amber' : undefined}
          note={t('now.messagesNote')}
        />
        {now.waitingAccountChanges && <AccountChanges waiting={now.waitingAccountChanges} links={links} />}
      </div>
      <div className={classes['fill']}>
        {now.ownMinor !== null && (
          <StatCard label={t('now.own')} value={<Money minor={now.ownMinor} />} note={t('now.ownNote')} />
        )}
        {now.memberLiabilityMinor !== null && (
          <StatCard
            label={t('now.liability')}
            value={<Money minor={now.memberLiabilityMinor} />}
            note={t('now.liabilityNote')}
          />
        )}
        {now.coverBps !== null && (
          <StatCard
            label={t('now.cover')}
            value={formatBps(now.coverBps)}
            tone={now.coverBps < 10_000 ? 'red' : 'green'}
            note={t(now.coverBps < 10_000 ? 'now.coverShort' : 'now.coverEnough')}
          />
        )}
      </div>
    </section>
  )
}

function WaitingNote({ figure, promise }: { figure: Waiting; promise: Promised }) {
  const { t } = useTranslation('dashboard')
  if (figure.count === 0 || figure.oldestAt === null) return t('now.nothing')
  return (
    <>
      {formatMoney(figure.amountMinor)} · {t('now.oldest')} <Age since={figure.oldestAt} {...promise} />
    </>
  )
}

interface AccountChangesProps {
  waiting: NonNullable<MoneyNowAnswer['waitingAccountChanges']>
  links: FigureLinks
}

/**
 * Changes of members' accounts that this person may decide; their own, which wait for another, only named.
 */
function AccountChanges({ waiting, links }: AccountChangesProps) {
  const { t } = useTranslation('dashboard')
  const { toSettle, asked, oldestAt } = waiting
  const own = asked > 0 && t('now.accountChangesAsked', { shown: formatCount(asked) })
  return (
    <StatCard
      label={t('now.accountChanges')}
      value={formatCount(toSettle)}
      href={links.accountChanges}
      tone={toSettle > 0 ? 'amber' : undefined}
      note={
        oldestAt === null ? (
          own || t('now.nothing')
        ) : (
          <>
            {t('now.oldest')} <Age since={oldestAt} {...usualPromises.accountChange} />
            {own && ` · ${own}`}
          </>
        )
      }
    />
  )
}
