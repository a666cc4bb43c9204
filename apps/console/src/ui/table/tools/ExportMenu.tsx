import { Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileText, IconFolderDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DetailPanel } from '../../sheet/DetailPanel.tsx'
import { ExportFiles } from './ExportFiles.tsx'
import { ExportTrigger, type ExportFormat } from './ExportButton.tsx'
import { useOpenOnArrival } from '../../use-open-on-arrival.ts'
import '../../kit-later.ts'

interface ExportMenuProps {
  look: { loading: boolean; disabled: boolean }
  onPick: (format: ExportFormat) => void
  /** The files that are made in the background stand beside the list. */
  areFilesOpen: boolean
  onFiles: (isOpen: boolean) => void
}

/** The formats to pick from; only `ExportButton` loads it. */
export default function ExportMenu({ look, onPick, areFilesOpen, onFiles }: ExportMenuProps) {
  const { t } = useTranslation('table')
  const { target, isOpen, setOpen } = useOpenOnArrival()
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={320}>
        <Menu.Target>
          <ExportTrigger {...look} ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('export.note')}</Menu.Label>
          <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => onPick('csv')}>
            {t('export.csv')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            onClick={() => onPick('xlsx')}
          >
            {t('export.xlsx')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFolderDown size={16} aria-hidden />} onClick={() => onFiles(true)}>
            {t('files.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DetailPanel isOpen={areFilesOpen} onClose={() => onFiles(false)} title={t('files.title')}>
        {areFilesOpen && <ExportFiles />}
      </DetailPanel>
    </>
  )
}
