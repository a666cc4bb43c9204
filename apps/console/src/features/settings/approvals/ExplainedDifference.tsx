import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

interface Explained {
  readonly kind: string
  readonly label: string
  readonly amountMinor: number
  readonly reasonCode: string
  readonly note: string
  readonly by: string
}

const isExplained = (value: unknown): value is Explained =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'label' in value &&
  'amountMinor' in value &&
  'reasonCode' in value &&
  'note' in value

export const areExplained = (value: unknown): value is readonly Explained[] =>
  Array.isArray(value) && value.length > 0 && value.every(isExplained)

/** What differs on a day: each with its cause in words, and what was said of it by whom. */
export function ExplainedDifference({ items }: { items: readonly Explained[] }) {
  const { t } = useTranslation('reconcile')
  return (
    <ul className={`${blocks['list']} ${classes['explained']}`} data-spaced>
      {items.map(({ kind, label, amountMinor, reasonCode, note, by }, place) => {
        const amount = formatBaht(amountMinor, { sign: 'always' })
        const what = [`${t(`kinds.${kind}`)} ${amount}`, label].filter(Boolean).join(' · ')
        return (
          // Two of one account may be alike to the letter: the list is frozen, so its order names them.
          <li key={place}>
            <strong>{what}</strong>
            <br />
            {t(`reasons.${reasonCode}`)}: {note} <span className={blocks['muted']}>({by})</span>
          </li>
        )
      })}
    </ul>
  )
}
