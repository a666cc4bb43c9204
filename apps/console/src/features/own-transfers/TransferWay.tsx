import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import type { TransferEnd } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

/** From which of our accounts to which, on one line. */
export function TransferWay({
  transfer: { from, to },
}: {
  transfer: { from: TransferEnd; to: TransferEnd }
}) {
  const { t } = useTranslation('own-transfers')
  return (
    <span className={classes['way']}>
      <BankTag code={from.bank}>{from.label}</BankTag>
      <IconArrowRight size={16} aria-hidden />
      <span className={blocks['unseen']}>{t('way')}</span>
      <BankTag code={to.bank}>{to.label}</BankTag>
    </span>
  )
}
