import { Button, Skeleton } from '@mantine/core'
import { IconFileImport, IconListCheck, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { dateOnText, idOf } from '../../lib/address/search-values.ts'
import { loadChunk } from '../../lib/chunks.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { mayContract, mayReconcile } from './distributor-shapes.tsx'
import { DistributorTable } from './terms/DistributorTable.tsx'

const ReportsTab = lazy(() => loadChunk('providerReports', () => import('./reports/ReportsTab.tsx')))
const LogCheckSheet = lazy(() => loadChunk('logCheck', () => import('./reports/LogCheckSheet.tsx')))
const TermsSheet = lazy(() => loadChunk('distributorTerms', () => import('./terms/TermsSheet.tsx')))
const tabs = ['distributors', 'reports', 'import'] as const
const parse = (raw: RawSearch) => ({
  tab: tabs.find((tab) => tab === raw['tab']) ?? 'distributors',
  report: idOf(raw['report'], 'prp'),
  /** Whose report is brought. */
  provider: idOf(raw['provider'], 'gpr'),
  /** Of a report: what differs on this day alone. */
  on: dateOnText(raw['on']),
})

/** `/distributor/providers`: what distributors are owed, what they invoice, and what providers report. */
export default function Distributors() {
  const { t } = useTranslation('distributors')
  const allows = useAllows()
  const [{ tab, report, on, provider }, change] = useScreenSearch(parse)
  const [adding, setAdding] = useState<'terms' | 'logCheck' | null>(null)
  const isOfReports = tab !== 'distributors'
  const show = (id: string | null) => change({ tab: 'reports', report: id ?? undefined, on: undefined })
  return (
    <Page
      title={t('title')}
      description={t('lead')}
      actions={
        <>
          {allows(mayReconcile) && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
              onClick={() => change({ tab: 'import', report: undefined, on: undefined })}
            >
              {t('act.import')}
            </Button>
          )}
          {isOfReports && allows(mayReconcile) && (
            <Button
              variant="default"
              leftSection={<IconListCheck size={18} aria-hidden />}
              onClick={() => setAdding('logCheck')}
            >
              {t('act.checkLog')}
            </Button>
          )}
          {!isOfReports && allows(mayContract) && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding('terms')}>
              {t('act.add')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label={t('title')}
        tabs={[
          { value: 'distributors', label: t('tabs.distributors') },
          { value: 'reports', label: t('tabs.reports') },
        ]}
        value={isOfReports ? 'reports' : 'distributors'}
        onChange={(value) =>
          change({
            tab: value === 'reports' ? 'reports' : 'distributors',
            report: undefined,
            on: undefined,
          })
        }
      >
        {isOfReports ? (
          <Suspense fallback={<Skeleton height={240} />}>
            <ReportsTab
              id={report ?? null}
              on={on}
              isImporting={tab === 'import'}
              providerId={provider}
              onShow={show}
            />
          </Suspense>
        ) : (
          <DistributorTable />
        )}
      </Tabs>
      <Suspense>
        {adding === 'terms' && <TermsSheet distributor={null} onClose={() => setAdding(null)} />}
        {adding === 'logCheck' && <LogCheckSheet onShow={show} onClose={() => setAdding(null)} />}
      </Suspense>
    </Page>
  )
}
