import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { AccountCard } from './AccountCard.tsx'
import { AccountSheet, type Acting } from './AccountSheet.tsx'
import { AccountSums } from './AccountSums.tsx'
import { openOf, type Account } from './account-shapes.ts'
import { RailMap } from './RailMap.tsx'
import cards from '../../../ui/Cards.module.css'
import classes from './Accounts.module.css'

/** Phones fall silent without an event. */
const refetchEveryMs = 15_000

/** `/payment-auto/list`: our own bank accounts as cards; one press stops one of them. */
export default function AccountList() {
  const { t } = useTranslation('payment-autos')
  const [acting, setActing] = useState<Acting | null>(null)
  const mayAdd = useAllows()({ paymentAuto: ['isCreate'] })
  const query = useQueryCall('paymentAutos.list', {}, { live: 'bankAccount', refetchEveryMs })
  return (
    <Page title={t('list.title')} description={t('list.lead')} actions={mayAdd && <AddLink />}>
      <Asked query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
          ) : (
            <Accounts accounts={records} onAct={setActing} />
          )
        }
      </Asked>
      {acting && (
        <AccountSheet
          key={`${acting.act} ${acting.account.id}`}
          acting={acting}
          others={openOf(query.data?.records ?? []).filter(({ id }) => id !== acting.account.id)}
          onClose={() => setActing(null)}
        />
      )}
    </Page>
  )
}

/** Sums, the picture of all ways, the cards; closed accounts last and folded. */
function Accounts(props: { accounts: readonly Account[]; onAct: (acting: Acting) => void }) {
  const { t } = useTranslation('payment-autos')
  const { accounts, onAct } = props
  const open = openOf(accounts)
  const closed = accounts.filter(({ state }) => state === 'closed')
  const listOf = (of: readonly Account[], label: string) => (
    <ul className={cards['cards']} aria-label={label}>
      {of.map((account) => (
        <li key={account.id}>
          <AccountCard account={account} onAct={(act) => onAct({ act, account })} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <AccountSums accounts={open} />
      {open.length > 0 && (
        <RailMap accounts={open} onFreeze={(account) => onAct({ act: 'freeze', account })} />
      )}
      {listOf(open, t('list.title'))}
      {closed.length > 0 && (
        <details className={classes['closed']}>
          <summary>{t('list.closed', { count: closed.length })}</summary>
          {listOf(closed, t('state.closed'))}
        </details>
      )}
    </>
  )
}

function AddLink() {
  const { t } = useTranslation('payment-autos')
  return (
    <Button
      component={AppLink}
      href={hrefOf({ to: '/payment-auto/add' })}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('list.add')}
    </Button>
  )
}
