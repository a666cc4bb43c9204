import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import blocks from '../../../ui/Blocks.module.css'

interface Part {
  readonly name: string
  readonly amountMinor: number
  readonly score: number
  readonly doubts: readonly string[]
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'amountMinor' in value &&
  'doubts' in value

export const arePartsOf = (value: unknown): value is readonly Part[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPart)

/** Who would get how much of a line, and what speaks against each of them. */
export function SplitDifference({ parts }: { parts: readonly Part[] }) {
  const { t, i18n } = useTranslation('pre-transactions-lines')
  const word = (code: string) => {
    const isReason = i18n.exists(`pre-transactions-lines:linkReasons.${code}`)
    return t(`${isReason ? 'linkReasons' : 'contradictions'}.${code}`)
  }
  return (
    <ul className={blocks['list']}>
      {parts.map(({ name, amountMinor, score, doubts }) => (
        <li key={name}>
          {[`${name} ${formatBaht(amountMinor)}`, t('score', { score }), ...doubts.map(word)].join(' · ')}
        </li>
      ))}
    </ul>
  )
}
