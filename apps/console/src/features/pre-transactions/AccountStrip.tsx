import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../lib/profile.ts'
import { BankTag } from '../../ui/BankTag.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { OwnAccount } from './queue-shapes.ts'
import classes from './Queue.module.css'

interface AccountStripProps {
  accounts: readonly OwnAccount[]
  isLoading: boolean
  chosenId: string | undefined
  /** The id of the account to filter by; undefined for all. */
  onChoose: (id: string | undefined) => void
}

const tones: Record<OwnAccount['state'], Tone> = { active: 'green', paused: 'amber', frozen: 'purple' }

/** More than fit, so that the strip scrolls as it will with the accounts of most brands. */
const boneKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** One card per own account above the queue; a press filters by it, a second one takes the filter away. */
export function AccountStrip({ accounts, isLoading, chosenId, onChoose }: AccountStripProps) {
  const { t } = useTranslation('pre-transactions')
  if (isLoading)
    return (
      <ul className={classes['strip']} aria-label={t('queue.accounts')} aria-busy>
        {boneKeys.map((key) => (
          <li key={key}>
            <Bones />
          </li>
        ))}
      </ul>
    )
  if (accounts.length === 0) return null
  return (
    <ul className={classes['strip']} aria-label={t('queue.accounts')}>
      {accounts.map((account) => (
        <li key={account.id}>
          <Card
            account={account}
            isChosen={account.id === chosenId}
            onPress={() => onChoose(account.id === chosenId ? undefined : account.id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** A card before its account is there, line by line as high. */
function Bones() {
  const { role } = useProfile()
  return (
    <div className={classes['account']}>
      <span className={classes['accountHead']}>
        <Skeleton height={16} width="60%" />
      </span>
      <span />
      {(role.isAdmin || role.abilities.seeOwnBalances) && <span className={classes['balance']} />}
      <span />
      <span />
      <span />
    </div>
  )
}

function Card(props: { account: OwnAccount; isChosen: boolean; onPress: () => void }) {
  const { account, isChosen } = props
  const { t } = useTranslation('pre-transactions')
  const state = account.isBroken ? 'broken' : account.state
  return (
    <button type="button" className={classes['account']} aria-pressed={isChosen} onClick={props.onPress}>
      <span className={classes['accountHead']}>
        <BankTag code={account.bank}>{account.label}</BankTag>
        <Status
          tone={account.isBroken ? 'red' : tones[account.state]}
          label={t(`queue.account.${state}`)}
        />
      </span>
      <span className={classes['accountLine']}>
        <span className={classes['quiet']}>
          {account.accountNoMasked} · {t(`queue.account.${account.role}`)}
        </span>
      </span>
      {account.balanceMinor !== null && (
        <span className={classes['balance']}>
          <Money minor={account.balanceMinor} />
        </span>
      )}
      <span className={classes['accountLine']}>
        <span className={classes['quiet']}>{t('queue.account.inToday')}</span>
        <Money minor={account.inTodayMinor} />
      </span>
      <span className={classes['accountLine']}>
        <span className={classes['quiet']}>{t('queue.account.outToday')}</span>
        <Money minor={account.outTodayMinor} />
      </span>
      <span className={classes['accountLine']}>
        <span className={classes['quiet']}>{t('queue.account.lastMessage')}</span>
        <Time at={account.lastMessageAt} />
      </span>
    </button>
  )
}
