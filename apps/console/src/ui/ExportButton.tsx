import { useRef, useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export type ExportFormat = 'csv' | 'xlsx'

export interface ExportButtonProps {
  /** Starts the export with the filter and columns of the moment; the button is busy until it settles. */
  onExport: (format: ExportFormat) => Promise<void>
  /** Said in the menu: how many rows, or that it becomes a job. */
  note?: string | undefined
  isDisabled?: boolean | undefined
}

export function ExportButton({ onExport, note, isDisabled }: ExportButtonProps) {
  const { t } = useTranslation('table')
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const start = async (format: ExportFormat) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      await onExport(format)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          disabled={isDisabled ?? false}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {note && <Menu.Label>{note}</Menu.Label>}
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => void start('csv')}>
          {t('export.csv')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => void start('xlsx')}
        >
          {t('export.xlsx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
