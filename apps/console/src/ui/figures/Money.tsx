import { formatBaht } from '@khlang/money/amount.ts'
import '../tokens.css'
import classes from './Figures.module.css'

export interface MoneyProps {
  /** Integer satang; null or undefined shows a dash. */
  minor: number | null | undefined
  /** Green above zero, red below: only where the sign is the message (win and loss). */
  colour?: boolean | undefined
  /** Marks amounts above zero with `+` too. */
  signed?: boolean | undefined
  /** Writes บาท / THB behind it, for running text. */
  unit?: string | undefined
}

/** An amount in baht, tabular, two decimals, minus sign; zero is muted. */
export function Money({ minor, colour, signed, unit }: MoneyProps) {
  if (minor === null || minor === undefined) return <span className={classes.muted}>–</span>
  const tone = minor === 0 ? 'zero' : colour ? (minor < 0 ? 'loss' : 'gain') : undefined
  return (
    <span className={classes.figure} data-tone={tone}>
      {formatBaht(minor, { sign: signed ? 'always' : 'negative' })}
      {unit && ` ${unit}`}
    </span>
  )
}
