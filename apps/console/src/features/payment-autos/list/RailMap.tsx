import { Button, Progress } from '@mantine/core'
import { IconArrowNarrowRight, IconDeviceMobile, IconSend, IconSnowflake } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAllows } from '../../../lib/person/permissions.ts'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { useNow } from '../../../ui/figures/use-now.ts'
import { Card } from '../../../ui/page/Card.tsx'
import '../../../ui/kit-later.ts'
import { actsOf, limitUse, reporterState, type Account } from './account-shapes.ts'
import { colours } from './LimitBar.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './RailMap.module.css'

interface RailMapProps {
  accounts: readonly Account[]
  onFreeze: (account: Account) => void
}

/** All ways of money in one picture: which phone reports an account, what may leave it, and by which rail. */
export function RailMap({ accounts, onFreeze }: RailMapProps) {
  const { t } = useTranslation('payment-autos')
  const mayFreeze = useAllows()({ paymentAuto: ['isUpdate'] })
  return (
    <Card title={t('map.title')}>
      <ul className={classes['map']} aria-label={t('map.title')}>
        {accounts.map((account) => (
          <li key={account.id} data-state={account.state}>
            <Phones account={account} />
            <IconArrowNarrowRight
              className={classes['arrow']}
              data-isoff={!account.takesIn || undefined}
              size={20}
              aria-hidden
            />
            <Middle account={account} />
            <IconArrowNarrowRight
              className={classes['arrow']}
              data-isoff={account.rail?.state !== 'active' || !account.paysOut || undefined}
              size={20}
              aria-hidden
            />
            <Out account={account} />
            <span className={classes['act']}>
              {mayFreeze && actsOf(account).includes('freeze') && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconSnowflake size={14} aria-hidden />}
                  onClick={() => onFreeze(account)}
                  aria-label={t('map.freezeOf', { label: account.label })}
                >
                  {t('map.freeze')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Phones({ account: { reporters } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const now = useNow()
  if (reporters.length === 0) return <span className={blocks['muted']}>{t('noReporter')}</span>
  return (
    <span className={classes['part']}>
      {reporters.map((reporter) => {
        const { word, tone } = reporterState(reporter, now)
        return (
          <span key={reporter.name} className={classes['row']}>
            <IconDeviceMobile size={16} aria-hidden />
            <span className={classes['name']}>{reporter.name}</span>
            <Status tone={tone} label={t(`reporter.${word}`)} />
          </span>
        )
      })}
    </span>
  )
}

/** The account itself: what lies there, how it stands. */
function Middle({ account: { bank, label, role, state, takesIn, balanceMinor } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  return (
    <span className={classes['part']} data-box>
      <span className={classes['row']}>
        <BankTag code={bank}>{label}</BankTag>
        <Status tone={accountTones[state]} label={t(`state.${state}`)} />
        {role === 'deposit' && !takesIn && <Status tone="amber" label={t('ways.inOff')} />}
      </span>
      {balanceMinor !== null && (
        <strong>
          <Money minor={balanceMinor} />
        </strong>
      )}
    </span>
  )
}

/** By what payouts leave, and how much may still go today. */
function Out({ account }: { account: Account }) {
  const { role, rail, paysOut, dayLimitMinor, paidTodayMinor } = account
  const { t } = useTranslation('payment-autos')
  const stopped = paysOut ? null : <Status tone="amber" label={t('ways.outOff')} />
  if (role !== 'withdrawal')
    return (
      <span className={classes['row']}>
        <span className={blocks['muted']}>{t(`role.${role}`)}</span> {stopped}
      </span>
    )
  const use = dayLimitMinor === null ? null : limitUse(paidTodayMinor, dayLimitMinor)
  return (
    <span className={classes['part']}>
      <span className={classes['row']}>
        <IconSend size={16} aria-hidden />
        {rail === null ? t('noRail') : <span className={classes['name']}>{rail.name}</span>}
        {rail?.state === 'paused' && <Status tone="amber" label={t('rail.paused')} />}
        {stopped}
      </span>
      {dayLimitMinor !== null && use && (
        <span className={classes['left']}>
          <Progress
            size="sm"
            value={use.percent}
            color={colours[use.tone] ?? 'green'}
            aria-label={t('limitUsed', { percent: use.percent })}
          />
          <span className={blocks['muted']}>
            {t('map.left')} <Money minor={Math.max(0, dayLimitMinor - paidTodayMinor)} />
          </span>
        </span>
      )}
    </span>
  )
}
