import { weightOfSign, type MergeSign } from '@khlang/contract/pre-transactions/merge-words.ts'
import { useTranslation } from 'react-i18next'
import { Status, type Tone } from '../../../ui/figures/Status.tsx'
import blocks from '../../../ui/Blocks.module.css'

const tones = { excludes: 'red', against: 'amber', for: 'green' } as const satisfies Record<string, Tone>
const order = { excludes: 0, against: 1, for: 2 } as const

/** What speaks for two lines being one movement and what against, the worst first. */
export function MergeSigns({ signs }: { signs: readonly MergeSign[] }) {
  const { t } = useTranslation('pre-transactions-acts')
  const sorted = signs.toSorted((a, b) => order[weightOfSign(a)] - order[weightOfSign(b)])
  return (
    <span className={blocks.marks}>
      {sorted.map((sign) => (
        <Status key={sign} tone={tones[weightOfSign(sign)]} label={t(`merge.signs.${sign}`)} />
      ))}
    </span>
  )
}
