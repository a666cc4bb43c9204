import { useTranslation } from 'react-i18next'
import { ExportFiles } from '../../../ui/table/tools/ExportFiles.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** The own files of long lists: where the bell leads when one is ready. */
export default function FilesTab() {
  const { t } = useTranslation('settings')
  return (
    <section className={blocks['narrow']} aria-label={t('tabs.files')}>
      <ExportFiles />
    </section>
  )
}
