import { useTranslation } from 'react-i18next'
import { Money } from '../figures/Money.tsx'
import classes from '../Sheets.module.css'
import tableClasses from '../PlainTable.module.css'

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

/** Each account's name on a line of its own: beside three amounts it would stand one letter per line. */
export function BalanceTable({ balances }: { balances: readonly BalanceChange[] }) {
  const { t } = useTranslation('table')
  return (
    <div className={tableClasses.place}>
      <table className={`${tableClasses.plain} ${tableClasses.stacks}`}>
        <caption>{t('confirm.balances')}</caption>
        <thead>
          <tr>
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
        {balances.map((balance) => (
          <tbody key={balance.account}>
            <tr>
              <th colSpan={3} scope="rowgroup" data-over>
                {balance.account}
              </th>
            </tr>
            <tr>
              <td data-align="end" data-label={t('confirm.before')}>
                <Money minor={balance.beforeMinor} />
              </td>
              <td data-align="end" data-label={t('confirm.change')}>
                <Money minor={balance.afterMinor - balance.beforeMinor} signed />
              </td>
              <td data-align="end" data-label={t('confirm.after')}>
                <strong>
                  <Money minor={balance.afterMinor} />
                </strong>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  )
}

export function LineTable({ lines }: { lines: readonly LedgerLine[] }) {
  const { t } = useTranslation('table')
  return (
    <div className={tableClasses.place}>
      <table className={`${tableClasses.plain} ${tableClasses.stacks}`}>
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
              <td data-label={t('confirm.from')}>
                <span>{line.from}</span>
              </td>
              <td data-label={t('confirm.to')}>
                <span>
                  {line.to}
                  {line.note && <span className={classes.lineNote}>{line.note}</span>}
                </span>
              </td>
              <td data-align="end" data-label={t('confirm.amount')}>
                <Money minor={line.amountMinor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
