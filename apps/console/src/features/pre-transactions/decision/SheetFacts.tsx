import { useTranslation } from 'react-i18next'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { Sheet } from '../rows/queue-shapes.ts'
import { MemberCell, SlaCell } from '../rows/RowCells.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Sheet.module.css'

/** Who, how much, to which account, since when, and who has already approved. */
export function SheetFacts({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const net = row.amountMinor - sheet.feeMinor
  const isSecond = sheet.firstApprover !== null && sheet.needs === 'onePerson'
  return (
    <>
      <p className={classes['amount']}>
        <Money minor={row.amountMinor} /> <span className={blocks['quiet']}>{t('request.baht')}</span>
      </p>
      <KeyValue
        facts={[
          { label: t('queue.columns.member'), value: <MemberCell member={row.member} /> },
          {
            label: t('request.memberState'),
            value: t(`request.memberStates.${row.member.state}`, { defaultValue: row.member.state }),
          },
          {
            label: t('request.toAccount'),
            value: <BankTag code={sheet.toBank}>{sheet.toAccountMasked}</BankTag>,
          },
          { label: t('request.toName'), value: sheet.toAccountName },
          ...(sheet.feeMinor === 0
            ? []
            : [
                { label: t('request.fee'), value: <Money minor={sheet.feeMinor} /> },
                { label: t('request.net'), value: <Money minor={net} /> },
              ]),
          { label: t('request.cash'), value: <Money minor={sheet.cashMinor} /> },
          { label: t('request.locked'), value: <Money minor={sheet.lockedMinor} /> },
          { label: t('queue.columns.at'), value: <Time at={row.at} show="both" /> },
          { label: t('queue.columns.age'), value: <SlaCell row={row} /> },
          {
            label: t('request.needsLabel'),
            value: t(`request.needs.${isSecond ? 'oneMore' : sheet.needs}`),
          },
          ...(sheet.firstApprover === null
            ? []
            : [{ label: t('request.firstApprover'), value: sheet.firstApprover }]),
          ...(row.remarkMember === null
            ? []
            : [{ label: t('queue.columns.remarkMember'), value: row.remarkMember }]),
          ...(row.remarkStaff === null
            ? []
            : [{ label: t('queue.columns.remarkStaff'), value: row.remarkStaff }]),
        ]}
      />
    </>
  )
}
