import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { recordScreen, type ScreenProps } from '../../../lib/record/record-screen.tsx'
import { accountTones } from '../../../lib/words/account-tones.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { differenceOf, type AccountDetail } from '../list/account-shapes.ts'
import { Gaps } from './Gaps.tsx'
import { StatementTabs } from './StatementTabs.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** `/payment-auto/transactions/{id}`: the statement of one own account, with the balance after each line. */
export default recordScreen({
  area: 'payment-autos',
  title: 'statement.title',
  useRow: (id: string) => useQueryCall('paymentAutos.get', { id }, { live: 'bankAccount' }),
  useName: (account) => account?.label,
  Screen: Known,
})

function Known({ row: account, failed }: ScreenProps<AccountDetail>) {
  const { t } = useTranslation('payment-autos')
  const { id, bank, label, accountNoMasked, accountName, role, state, balanceMinor } = account
  const difference = differenceOf(account) ?? 0
  return (
    <Page title={label}>
      {failed}
      <div className={blocks['card']} data-dense>
        <div className={blocks['sides']}>
          <span className={blocks['marks']}>
            <BankTag code={bank}>{`${accountNoMasked} · ${accountName} · ${t(`role.${role}`)}`}</BankTag>
            <Status
              tone={accountTones[state]}
              label={t(`state.${state}`)}
              title={t(`stateHint.${state}`)}
            />
          </span>
          {balanceMinor !== null && (
            <span className={blocks['marks']}>
              {t('field.balance')}{' '}
              <strong>
                <Money minor={balanceMinor} />
              </strong>
              {difference !== 0 && <Status tone="red" label={t('differs')} title={t('field.difference')} />}
              <span className={blocks['muted']}>
                {t('field.lastLine')} <Time at={account.lastLineAt} />
              </span>
            </span>
          )}
        </div>
      </div>
      <Gaps id={id} gaps={account.gaps} />
      <StatementTabs id={id} label={label} hasHole={account.gaps.length > 0} />
    </Page>
  )
}
