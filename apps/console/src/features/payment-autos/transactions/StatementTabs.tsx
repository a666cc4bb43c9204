import { Button, Skeleton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { StatementList } from './StatementList.tsx'
import blocks from '../../../ui/Blocks.module.css'

const FilesTab = lazy(() => loadChunk('statement-files', () => import('../files/FilesTab.tsx')))
const tabs = ['lines', 'files', 'import'] as const
const parse = (raw: RawSearch) => ({ tab: tabs.find((tab) => tab === raw['tab']) ?? 'lines' })

interface StatementTabsProps {
  id: string
  label: string
  /** Its help offers the import already. */
  hasHole: boolean
}

/** The lines of an account, and the files that were imported into it. */
export function StatementTabs({ id, label, hasHole }: StatementTabsProps) {
  const { t } = useTranslation('statement-files')
  const allows = useAllows()
  const [{ tab }, change] = useScreenSearch(parse)
  const isImporting = tab === 'import'
  return (
    <div className={blocks['stack']}>
      {allows({ paymentAuto: ['isUpdate'] }) && !isImporting && !hasHole && (
        <div className={blocks['buttons']}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => change({ tab: 'import' })}
          >
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
        value={tab === 'lines' ? 'lines' : 'files'}
        onChange={(value) => change({ tab: value === 'files' ? 'files' : 'lines' })}
      >
        {tab === 'lines' ? (
          <StatementList id={id} />
        ) : (
          <Suspense fallback={<Skeleton height={240} />}>
            <FilesTab
              id={id}
              label={label}
              isImporting={isImporting}
              onEnd={() => change({ tab: 'files' })}
            />
          </Suspense>
        )}
      </Tabs>
    </div>
  )
}
