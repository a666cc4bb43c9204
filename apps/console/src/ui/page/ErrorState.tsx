import { Button } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../figures/CopyText.tsx'
import type { ShownError } from '../shown-error.ts'
import '../tokens.css'
import classes from '../Panels.module.css'

export interface ErrorStateProps {
  error: ShownError
  onRetry?: (() => void) | undefined
  /** A strip above what is still shown, instead of a whole page. */
  isInline?: boolean | undefined
}

/** What went wrong in plain words, the number support asks for, and a way on. */
export function ErrorState({ error, onRetry, isInline }: ErrorStateProps) {
  const { t } = useTranslation('table')
  return (
    <div className={isInline ? classes.strip : classes.state} data-tone="red" role="alert">
      <IconAlertCircle size={isInline ? 20 : 40} stroke={1.4} aria-hidden />
      <p className={classes.stateTitle}>{error.message}</p>
      {error.requestId && (
        <p className={classes.stateHint}>
          {t('error.requestId')} <CopyText value={error.requestId} />
        </p>
      )}
      {onRetry && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
