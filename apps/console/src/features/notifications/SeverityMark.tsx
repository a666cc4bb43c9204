import type { Severity } from '@khlang/contract/values/event-codes.ts'
import { IconAlertTriangle, IconInfoCircle, IconUrgent } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import '../../ui/tokens.css'
import blocks from '../../ui/Blocks.module.css'
import classes from './Notices.module.css'

const icons = { info: IconInfoCircle, warn: IconAlertTriangle, critical: IconUrgent } as const

/** How loud a message is: drawing, colour and word; `isBare` keeps the word for those who listen. */
export function SeverityMark({ severity, isBare = false }: { severity: Severity; isBare?: boolean }) {
  const { t } = useTranslation('notifications')
  const Icon = icons[severity]
  const word = t(`severity.${severity}`)
  return (
    <span className={classes['severity']} data-severity={severity} title={isBare ? word : undefined}>
      <Icon size={isBare ? 20 : 16} aria-hidden />
      <span className={isBare ? blocks['unseen'] : undefined}>{word}</span>
    </span>
  )
}
