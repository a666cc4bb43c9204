import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import classes from '../rows/Queue.module.css'

/** In the place of the approval of a row: why this person has none. */
export function OverLimit({ minor }: { minor: number }) {
  const { t } = useTranslation('pre-transactions-queue')
  const why = t('act.overLimit', { limit: formatMoney(minor) })
  return (
    <span role="img" aria-label={why} title={why} className={classes['over']}>
      <IconLock size={18} aria-hidden />
    </span>
  )
}
