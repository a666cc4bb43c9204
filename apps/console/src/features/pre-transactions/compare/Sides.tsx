import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { classTones, payerOf, type CompareRow } from './compare-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Compare.module.css'

interface SideProps {
  row: CompareRow
}

/** What the bank says: how much, when, from or to whom. */
export function BankSide({ row: { line } }: SideProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  if (!line) return <span className={blocks['muted']}>{t('side.noLine')}</span>
  const payer = payerOf(line)
  return (
    <span className={classes['side']}>
      <span className={classes['amount']}>
        <Money minor={line.amountMinor} />
      </span>
      <span className={blocks['small']}>
        <Time at={line.at} show="short" />
        {payer !== '' && ` · ${payer}`}
      </span>
    </span>
  )
}

/** What we have: how much, when, of whom. */
export function OurSide({ record }: { record: NonNullable<CompareRow['record']> }) {
  return (
    <span className={classes['side']}>
      <span className={classes['amount']}>
        <Money minor={record.amountMinor} />
      </span>
      <span className={blocks['small']}>
        <Time at={record.at} show="short" /> · {record.reference}
        {record.member && ` · ${record.member.username}`}
      </span>
    </span>
  )
}

/** Between the two: what they are to each other, and by how much they differ. */
export function Between({ row }: SideProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { class: name, reason, deltaMinor, was } = row
  return (
    <span className={classes['between']}>
      <Status
        tone={classTones[name]}
        label={t(`classes.${name}`)}
        title={reason ? t(`reason.${reason}`) : undefined}
      />
      {deltaMinor !== null && deltaMinor !== 0 && (
        <span className={blocks['small']}>
          <Money minor={deltaMinor} signed colour />
        </span>
      )}
      {was && <span className={blocks['small']}>{t(`classes.${was}`)}</span>}
      {row.isAsked && <span className={blocks['small']}>{t('side.asked')}</span>}
    </span>
  )
}

/** Why it is that, on two lines where one is too short. */
export function Reason({ row: { reason } }: SideProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  return reason === null ? '–' : <span className={classes['reason']}>{t(`reason.${reason}`)}</span>
}
