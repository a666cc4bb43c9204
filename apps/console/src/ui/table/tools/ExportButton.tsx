import { useRef, useState, type ComponentProps } from 'react'
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportMenu } from '../../later-parts.ts'
import { useArrival } from '../../use-arrival.ts'

export type ExportFormat = 'csv' | 'xlsx'

export interface ExportButtonProps {
  /**
   * Starts the export with the filter and columns of the moment; the button is busy until it settles. True:
   * the file is made in the background, and how far it is will be shown.
   */
  onExport: (format: ExportFormat) => Promise<boolean>
  isDisabled?: boolean | undefined
}

/** Export in the format one picks. The menu (its own chunk) comes with the first press. */
export function ExportButton({ onExport, isDisabled = false }: ExportButtonProps) {
  const { part: ExportMenu, ask, fetch } = useArrival(exportMenu)
  const [isPending, setPending] = useState(false)
  const [areFilesOpen, openFiles] = useState(false)
  const isBusy = useRef(false)
  const start = async (format: ExportFormat) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      if (await onExport(format)) openFiles(true)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  const look = { loading: isPending, disabled: isDisabled }
  if (ExportMenu)
    return (
      <ExportMenu
        look={look}
        onPick={(format) => void start(format)}
        areFilesOpen={areFilesOpen}
        onFiles={openFiles}
      />
    )
  return (
    <ExportTrigger {...look} aria-haspopup="menu" onClick={ask} onPointerEnter={fetch} onFocus={fetch} />
  )
}

/** The button alone, before and behind its menu. */
export function ExportTrigger(button: ButtonProps & ComponentProps<'button'>) {
  const { t } = useTranslation('table')
  return (
    <Button variant="default" size="sm" leftSection={<IconDownload size={16} aria-hidden />} {...button}>
      {t('export.button')}
    </Button>
  )
}
