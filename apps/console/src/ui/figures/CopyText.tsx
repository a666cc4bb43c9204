import { useEffect, useState, type ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import blocks from '../Blocks.module.css'
import classes from './Figures.module.css'

export interface CopyTextProps {
  /** What goes to the clipboard. */
  value: string
  /** What is shown; the value itself by default. */
  children?: ReactNode
}

/** A value with a button that copies it and says so. */
export function CopyText({ value, children }: CopyTextProps) {
  const { t } = useTranslation('table')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <span className={classes.masked}>
      <span className={classes.copyValue}>{children ?? value}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('copy.button', { value })}
        onClick={() => void copy()}
      >
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <span role="status" className={blocks.unseen}>
        {isCopied ? t('copy.done') : ''}
      </span>
    </span>
  )
}
