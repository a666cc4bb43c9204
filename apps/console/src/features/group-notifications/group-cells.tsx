import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/words/formats.ts'
import { failedPercent, type GroupRow } from './group-shapes.ts'
import { useWhyNot } from './use-why-not.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Groups.module.css'

/** Failed messages of a day, with their share where there was any. */
export function FailedCount({ group }: { group: GroupRow }) {
  const { t } = useTranslation('group-notifications')
  const percent = failedPercent(group)
  if (group.failedToday === 0 || percent === null) return '0'
  const failed = formatCount(group.failedToday)
  return <span className={classes['bad']}>{t('percent', { failed, percent })}</span>
}

export function LastError({ group }: { group: GroupRow }) {
  const whyNot = useWhyNot()
  if (group.lastError === null) return '–'
  const words = whyNot(group.lastError)
  // Long past, it is told in passing; what fails now is red.
  return (
    <span className={group.isFailing ? classes['bad'] : blocks['muted']} title={words}>
      {words}
    </span>
  )
}
