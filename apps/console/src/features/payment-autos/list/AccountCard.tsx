import { Button } from '@mantine/core'
import {
  IconArchive,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSnowflake,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf, ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { actsOf, differenceOf, type Account, type AccountAct, type SwitchAct } from './account-shapes.ts'
import { LimitBar } from './LimitBar.tsx'
import { Reporters } from './Reporters.tsx'
import { Switches } from './Switches.tsx'
import blocks from '../../../ui/Blocks.module.css'
import cards from '../../../ui/Cards.module.css'
import classes from './Accounts.module.css'

interface AccountCardProps {
  account: Account
  onAct: (act: AccountAct | SwitchAct) => void
}

/** One own account: what lies on it by book and bank, what may still go through, who reports it. */
export function AccountCard({ account, onAct }: AccountCardProps) {
  const { t } = useTranslation('payment-autos')
  const { bank, label, accountNoMasked, accountName, role, state, isBroken, gapCount } = account
  return (
    <article className={blocks['card']} data-dense data-state={state} aria-label={label}>
      <header className={blocks['sides']}>
        <BankTag code={bank}>{label}</BankTag>
        <span className={blocks['marks']}>
          {isBroken && (
            <Status tone="red" label={t('broken')} title={t('brokenHint', { count: gapCount })} />
          )}
          <Status tone={accountTones[state]} label={t(`state.${state}`)} title={t(`stateHint.${state}`)} />
        </span>
      </header>
      <p className={blocks['quiet']}>
        {accountNoMasked} · {accountName} · {t(`role.${role}`)}
      </p>
      <Balances account={account} />
      <Today account={account} />
      <LimitBar account={account} />
      <Switches account={account} onAct={onAct} />
      <Reporters account={account} />
      <Standing account={account} />
      <GoOn account={account} />
      <Acts account={account} onAct={onAct} />
    </article>
  )
}

/** The balance of the book, and where the bank says otherwise, by how much. */
function Balances({ account }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  if (account.balanceMinor === null) return null
  const difference = differenceOf(account) ?? 0
  return (
    <div className={classes['balances']}>
      <strong className={classes['balance']}>
        <Money minor={account.balanceMinor} />
      </strong>
      <CardLine label={t('field.bankBalance')}>
        <Money minor={account.bankBalanceMinor} />
      </CardLine>
      {difference !== 0 && (
        <CardLine label={t('field.difference')} isWrong>
          <Money minor={difference} />
        </CardLine>
      )}
    </div>
  )
}

function Today({ account: { inToday, outToday, lastLineAt } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const moved = (label: string, { count, amountMinor }: Account['inToday']) => (
    <CardLine label={label}>
      <Money minor={amountMinor} /> <span className={blocks['muted']}>{t('lines', { count })}</span>
    </CardLine>
  )
  return (
    <div className={cards['lines']}>
      {moved(t('field.inToday'), inToday)}
      {moved(t('field.outToday'), outToday)}
      <CardLine label={t('field.lastLine')}>
        <Time at={lastLineAt} />
      </CardLine>
    </div>
  )
}

/** Why an account stands as it does; what a second person is asked of it. */
function Standing({ account: { state, change, asked } }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const told = state === 'active' ? null : change
  if (told === null && asked.length === 0) return null
  return (
    <p className={blocks['warn']} data-state={state}>
      {told && (
        <>
          {t('changedBy', { by: told.by, reason: told.reason })} (<Time at={told.at} />)
        </>
      )}
      {told && asked.length > 0 && ' · '}
      {asked.map((ask) => t(`asked.${ask}`)).join(' · ')}
    </p>
  )
}

/** The way back to the steps of one that was added and never used. */
function GoOn({ account }: { account: Account }) {
  const { t } = useTranslation('payment-autos')
  const mayAdd = useAllows()({ paymentAuto: ['isCreate'] })
  if (!mayAdd || !account.isSettingUp) return null
  return (
    <p className={blocks['note']}>
      <ScreenLink
        className={blocks['wordLink']}
        to="/payment-auto/add"
        search={{ account: account.id }}
        aria-label={t('act.goOnOf', { label: account.label })}
      >
        {t('act.goOn')}
      </ScreenLink>
    </p>
  )
}

const icons = {
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  freeze: IconSnowflake,
  edit: IconPencil,
  close: IconArchive,
}

function Acts({ account, onAct }: AccountCardProps) {
  const { t } = useTranslation('payment-autos')
  const allows = useAllows()
  const acts = allows({ paymentAuto: ['isUpdate'] }) ? actsOf(account) : []
  return (
    <div className={blocks['buttons']}>
      <Button
        component={AppLink}
        size="sm"
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden />}
        href={hrefOf({ to: '/payment-auto/transactions/{id}', id: account.id })}
        aria-label={t('act.statementOf', { label: account.label })}
      >
        {t('act.statement')}
      </Button>
      {acts.map((act) => {
        const Icon = icons[act]
        return (
          <Button
            key={act}
            size="sm"
            variant="default"
            leftSection={<Icon size={16} aria-hidden className={classes[act]} />}
            onClick={() => onAct(act)}
            aria-label={t(`act.${act}Of`, { label: account.label })}
          >
            {t(`act.${act}`)}
          </Button>
        )
      })}
    </div>
  )
}
