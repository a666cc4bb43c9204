import { Button } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { dueOf, type Due, type Source } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

interface DueTransfersProps {
  sources: readonly Source[]
  onTake: (due: Due) => void
}

/** What lies above the level of an account and is to go to another; a press fills the form in. */
export function DueTransfers({ sources, onTake }: DueTransfersProps) {
  const { t } = useTranslation('own-transfers')
  const all = dueOf(sources)
  if (all.length === 0) return null
  return (
    <Card title={t('due.title')}>
      <p className={blocks['quiet']}>{t('due.lead')}</p>
      {all.map((due) => (
        <div key={due.from.id} className={blocks['sides']}>
          <span className={blocks['marks']}>
            <BankTag code={due.from.bank}>{due.from.label}</BankTag>
            <IconArrowNarrowRight size={18} aria-hidden />
            <BankTag code={due.to.bank}>{due.to.label}</BankTag>
            <strong>
              <Money minor={due.amountMinor} />
            </strong>
          </span>
          <Button size="sm" variant="default" onClick={() => onTake(due)}>
            {t('due.take')}
          </Button>
        </div>
      ))}
    </Card>
  )
}
