import { Alert } from '@mantine/core'
import { IconAlertTriangle, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import '../../../ui/kit-later.ts'
import classes from './LineDetail.module.css'

interface WarningProps {
  /** `red`: it speaks against going on. */
  tone?: 'amber' | 'red'
  icon?: Icon
  title?: string
  children: ReactNode
}

/** What a person should weigh before they go on. */
export function Warning({ tone = 'amber', icon: Sign = IconAlertTriangle, title, children }: WarningProps) {
  return (
    <Alert className={classes[tone] ?? ''} icon={<Sign size={20} aria-hidden />} title={title}>
      {children}
    </Alert>
  )
}
