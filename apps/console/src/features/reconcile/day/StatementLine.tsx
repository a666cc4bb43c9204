import { Money } from '../../../ui/figures/Money.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface StatementLineProps {
  name: string
  /** How many entries it consists of. */
  note?: string | undefined
  minor: number | null
  /** What the lines above come to. */
  isSum?: boolean
  isSigned?: boolean
  isWrong?: boolean
}

/** One line of a statement: a name left, an amount right. */
export function StatementLine({ name, note, minor, isSum, isSigned, isWrong }: StatementLineProps) {
  return (
    <div data-sum={isSum || undefined} data-wrong={isWrong || undefined}>
      <dt>
        {name}
        {note !== undefined && <span className={blocks['muted']}> ({note})</span>}
      </dt>
      <dd>
        <Money minor={minor} signed={isSigned} />
      </dd>
    </div>
  )
}
