import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { DateOn, Time } from '../../../ui/figures/Time.tsx'
import type { FilePlan } from './file-shapes.ts'
import { WideTable } from './WideTable.tsx'

/** The first movements that a file would bring, as they would be booked. */
export function NewRows({ plan: { newRows, newIn, newOut } }: { plan: FilePlan }) {
  const { t } = useTranslation('statement-files')
  if (newRows.length === 0) return null
  const count = newIn.count + newOut.count
  return (
    <WideTable label={t('lists.newRows')} title={t('lists.newRowsOf', { shown: newRows.length, count })}>
      <thead>
        <tr>
          <th scope="col">{t('columns.row')}</th>
          <th scope="col">{t('columns.date')}</th>
          <th scope="col" data-align="end">
            {t('columns.amount')}
          </th>
          <th scope="col" data-align="end">
            {t('columns.balance')}
          </th>
          <th scope="col">{t('columns.description')}</th>
        </tr>
      </thead>
      <tbody>
        {newRows.map(({ no, at, isTimed, direction, amountMinor, balanceAfterMinor, text }) => (
          <tr key={no}>
            <td>{no}</td>
            <td>{isTimed ? <Time at={at} show="exact" /> : <DateOn on={bangkokDateOn(at)} />}</td>
            <td data-align="end">
              <Money minor={direction === 'in' ? amountMinor : -amountMinor} signed colour />
            </td>
            <td data-align="end">
              {balanceAfterMinor === null ? '–' : <Money minor={balanceAfterMinor} />}
            </td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
