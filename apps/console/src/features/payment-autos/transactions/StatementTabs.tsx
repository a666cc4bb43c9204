import { Button, Skeleton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { StatementList } from './StatementList.tsx'
import blocks from '../../../ui/Blocks.module.css'

const FilesTab = lazy(() => loadChunk('statement-files', () => import('../files/FilesTab.tsx')))
const parse = (raw: RawSearch) => ({
  tab: raw['tab'] === 'files' ? ('files' as const) : ('lines' as const),
})

/** The lines of an account, and the files that were imported into it. */
export function StatementTabs({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation('statement-files')
  const allows = useAllows()
  const [{ tab }, change] = useScreenSearch(parse)
  const [isImporting, setImporting] = useState(false)
  const begin = () => {
    change({ tab: 'files' })
    setImporting(true)
  }
  return (
    <div className={blocks['stack']}>
      {allows({ paymentAuto: ['isUpdate'] }) && !(isImporting && tab === 'files') && (
        <div className={blocks['buttons']}>
          <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={begin}>
            {t('act.import')}
          </Button>
        </div>
      )}
      <Tabs
        label={t('tabs.label')}
        tabs={[
          { value: 'lines', label: t('tabs.lines') },
          { value: 'files', label: t('tabs.files') },
        ]}
        value={tab}
        onChange={(value) => change({ tab: value === 'files' ? 'files' : 'lines' })}
      >
        {tab === 'lines' ? (
          <StatementList id={id} />
        ) : (
          <Suspense fallback={<Skeleton height={240} />}>
            <FilesTab id={id} label={label} isImporting={isImporting} onEnd={() => setImporting(false)} />
          </Suspense>
        )}
      </Tabs>
    </div>
  )
}
