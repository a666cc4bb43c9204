import { findBank } from '@khlang/contract/banks.ts'
import { useReading } from '../../ui/use-reading.ts'
import classes from './Queue.module.css'

interface BankTagProps {
  /** Abbreviation as on the wire; an unknown one is shown as it is. */
  bank: string
  /** Beside it: an account number, masked. */
  children?: React.ReactNode
}

/** A bank by its colour and abbreviation; the whole name on hover. The colour is never the only sign. */
export function BankTag({ bank, children }: BankTagProps) {
  const { language } = useReading()
  const known = findBank(bank)
  const name = known === null ? bank : language === 'th' ? known.nameTh : known.nameEn
  // A label that begins with the abbreviation says it already.
  const isNamed = typeof children === 'string' && children.startsWith(bank)
  return (
    <span className={classes['bank']} title={name}>
      <span
        className={classes['bankColour']}
        style={{ background: known?.colour ?? 'var(--kh-text-muted)' }}
        aria-hidden
      />
      {!isNamed && <span className={classes['bankCode']}>{bank}</span>}
      {children !== undefined && <span>{children}</span>}
    </span>
  )
}
