import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import '../tokens.css'
import classes from './Figures.module.css'

/** Copies a whole message and says so; where the browser refuses, it says that too. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('table')
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  const Icon = state === 'done' ? IconCheck : IconCopy
  return (
    <>
      <Button leftSection={<Icon size={18} aria-hidden />} onClick={() => void copy()}>
        {state === 'done' ? t('copy.done') : label}
      </Button>
      <span role="status" className={classes.muted}>
        {state === 'failed' ? t('copy.failed') : ''}
      </span>
    </>
  )
}
