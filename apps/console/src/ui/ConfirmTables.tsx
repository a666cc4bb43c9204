import { useTranslation } from 'react-i18next'
import { Money } from './Money.tsx'
import classes from './Sheets.module.css'
import tableClasses from './PlainTable.module.css'

/** One balance that the act changes, in satang. */
export interface BalanceChange {
  account: string
  beforeMinor: number
  afterMinor: number
}

/** One ledger line that the act will write, in satang: always positive, from one account to another. */
export interface LedgerLine {
  from: string
  to: string
  amountMinor: number
  note?: string | undefined
}

export function BalanceTable({ balances }: { balances: readonly BalanceChange[] }) {
  const { t } = useTranslation('table')
  return (
    <table className={tableClasses.plain}>
      <caption>{t('confirm.balances')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('confirm.account')}</th>
          <th scope="col" data-align="end">
            {t('confirm.before')}
          </th>
          <th scope="col" data-align="end">
            {t('confirm.change')}
          </th>
          <th scope="col" data-align="end">
            {t('confirm.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {balances.map((balance) => (
          <tr key={balance.account}>
            <th scope="row">{balance.account}</th>
            <td data-align="end">
              <Money minor={balance.beforeMinor} />
            </td>
            <td data-align="end">
              <Money minor={balance.afterMinor - balance.beforeMinor} signed />
            </td>
            <td data-align="end">
              <strong>
                <Money minor={balance.afterMinor} />
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function LineTable({ lines }: { lines: readonly LedgerLine[] }) {
  const { t } = useTranslation('table')
  return (
    <table className={tableClasses.plain}>
      <caption>{t('confirm.lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('confirm.from')}</th>
          <th scope="col">{t('confirm.to')}</th>
          <th scope="col" data-align="end">
            {t('confirm.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={`${index}:${line.from}:${line.to}`}>
            <td>{line.from}</td>
            <td>
              {line.to}
              {line.note && <span className={classes.lineNote}>{line.note}</span>}
            </td>
            <td data-align="end">
              <Money minor={line.amountMinor} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
