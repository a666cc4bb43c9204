import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSeesBalances } from '../../../lib/person/sees-balances.ts'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { OwnAccount } from '../rows/queue-shapes.ts'
import { useStripChoice } from './use-strip-choice.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../rows/Queue.module.css'

interface AccountStripProps {
  accounts: readonly OwnAccount[]
  isLoading: boolean
  chosenId: string | undefined
  /** The id of the account to filter by; undefined for all. */
  onChoose: (id: string | undefined) => void
}

const isUsual = ({ state, isBroken }: OwnAccount): boolean => state === 'active' && !isBroken
/** Of those that do not fit in one line, none is one that people must see. */
const unusualFirst = (one: OwnAccount, other: OwnAccount): number =>
  Number(isUsual(one)) - Number(isUsual(other))

/** More than fit, so that the strip scrolls as it will with the accounts of most brands. */
const boneKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

function Strip({ accounts, isLoading, chosenId, onChoose }: AccountStripProps) {
  const { t } = useTranslation('pre-transactions-queue')
  const { isShort, change } = useStripChoice()
  if (!isLoading && accounts.length === 0) return null
  const label = t(isShort ? 'accountsWhole' : 'accountsShort')
  return (
    <div className={classes['strips']} data-short={isShort || undefined}>
      <ul className={classes['strip']} aria-label={t('accounts')} aria-busy={isLoading}>
        {isLoading &&
          boneKeys.map((key) => (
            <li key={key}>
              <Bones isShort={isShort} />
            </li>
          ))}
        {(isShort ? accounts.toSorted(unusualFirst) : accounts).map((account) => (
          <li key={account.id}>
            <button
              type="button"
              className={classes['account']}
              aria-pressed={account.id === chosenId}
              onClick={() => onChoose(account.id === chosenId ? undefined : account.id)}
            >
              {isShort ? <InLine account={account} /> : <Whole account={account} />}
            </button>
          </li>
        ))}
      </ul>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        title={label}
        aria-label={label}
        aria-expanded={!isShort}
        onClick={change}
      >
        {isShort ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
      </ActionIcon>
    </div>
  )
}

/**
 * One card per own account above the queue, whole or in one line; a press filters by it, a second one takes
 * the filter away.
 */
export const AccountStrip = memo(Strip)

/** A card before its account is there, line by line as high. */
function Bones({ isShort }: { isShort: boolean }) {
  const isSeen = useSeesBalances()
  const head = (
    <span className={classes['accountHead']}>
      <Skeleton height={16} width="60%" />
    </span>
  )
  if (isShort) return <div className={classes['account']}>{head}</div>
  return (
    <div className={classes['account']}>
      {head}
      <span />
      {isSeen && <span className={classes['balance']} />}
      <span />
      <span />
      <span />
    </div>
  )
}

function StateMark({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('pre-transactions-queue')
  const state = account.isBroken ? 'broken' : account.state
  return (
    <Status tone={account.isBroken ? 'red' : accountTones[account.state]} label={t(`account.${state}`)} />
  )
}

/** Name, number and balance; the state where it is not the usual one. */
function InLine({ account }: { account: OwnAccount }) {
  return (
    <span className={classes['accountHead']}>
      <BankTag code={account.bank}>{account.label}</BankTag>
      <span className={blocks['muted']}>{account.accountNoMasked.replace(/^x+/, 'x')}</span>
      {!isUsual(account) && <StateMark account={account} />}
      {account.balanceMinor !== null && (
        <strong>
          <Money minor={account.balanceMinor} />
        </strong>
      )}
    </span>
  )
}

function Whole({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('pre-transactions-queue')
  const fact = (name: 'inToday' | 'outToday' | 'lastMessage', value: ReactNode) => (
    <span className={classes['accountLine']}>
      <span className={blocks['muted']}>{t(`account.${name}`)}</span>
      {value}
    </span>
  )
  return (
    <>
      <span className={classes['accountHead']}>
        <BankTag code={account.bank}>{account.label}</BankTag>
        <StateMark account={account} />
      </span>
      <span className={classes['accountLine']}>
        <span className={blocks['muted']}>
          {account.accountNoMasked} · {t(`account.${account.role}`)}
        </span>
      </span>
      {account.balanceMinor !== null && (
        <span className={classes['balance']}>
          <Money minor={account.balanceMinor} />
        </span>
      )}
      {fact('inToday', <Money minor={account.inTodayMinor} />)}
      {fact('outToday', <Money minor={account.outTodayMinor} />)}
      {fact('lastMessage', <Time at={account.lastMessageAt} />)}
    </>
  )
}
