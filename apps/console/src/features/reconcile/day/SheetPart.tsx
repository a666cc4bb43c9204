import { useTranslation } from 'react-i18next'
import { Status } from '../../../ui/figures/Status.tsx'
import { sheetTones, type Sheet } from '../day-shapes.ts'
import { SheetCard } from './SheetCard.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Reconcile.module.css'

/** One of the four sheets: a card for each account or part, or why there is none. */
export function SheetPart({ sheet, on }: { sheet: Sheet; on: string }) {
  const { t } = useTranslation('reconcile')
  const { sheet: name, status, rows } = sheet
  const isWaiting = status === 'waiting' || name === 'bank' || name === 'wallet'
  return (
    <section className={blocks['stack']} aria-label={t(`sheets.${name}`)}>
      <header className={blocks['sides']}>
        <h3 className={classes['sheetName']}>{t(`sheets.${name}`)}</h3>
        <Status tone={sheetTones[status]} label={t(`statuses.${status}`)} />
      </header>
      {rows.length === 0 ? (
        <p className={blocks['note']}>{isWaiting ? t('waitingSheet') : t(`notApplicable.${name}`)}</p>
      ) : (
        <ul className={classes['sheets']}>
          {rows.map((row) => (
            <li key={row.key}>
              <SheetCard row={row} on={on} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
