import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreen } from '../../../lib/chunks.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useScreenSearch } from '../../../lib/address/search.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { FailedMessages } from './FailedMessages.tsx'
import { HandledLines } from './HandledLines.tsx'
import { MatchingOpen } from './MatchingOpen.tsx'
import { matchingTabs, parseMatching, type MatchingSearch, type MatchingTab } from './matching-search.ts'
import blocks from '../../../ui/Blocks.module.css'

const RuleList = lazy(() => import('../rules/RuleList.tsx'))
const Blacklist = lazy(() => import('../rules/Blacklist.tsx'))
const LinkReport = lazy(() => import('./LinkReport.tsx'))
const TeachMessage = lazy(() =>
  loadScreen('teach', 'pre-transactions-taught', () => import('../taught/TeachMessage.tsx')),
)
const FormatList = lazy(() =>
  loadScreen('taught-formats', 'pre-transactions-taught', () => import('../taught/FormatList.tsx')),
)
const MissingDeposit = lazy(() =>
  loadScreen('missing-deposit', 'pre-transactions-missing', () => import('../missing/MissingDeposit.tsx')),
)

/** `/pre-transaction/matching`: money that came without saying whose it is. */
export default function Matching() {
  const { t } = useTranslation('pre-transactions-matching')
  const [search, change] = useScreenSearch<MatchingSearch>(parseMatching)
  const [isMissingOpen, setMissingOpen] = useState(false)
  const maySearch = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const clear = Object.fromEntries(Object.keys(search).map((key) => [key, undefined]))
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        maySearch && (
          <Button
            variant="default"
            leftSection={<IconHelpCircle size={18} aria-hidden />}
            onClick={() => setMissingOpen(true)}
          >
            {t('missing.button')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('tabs.label')}
        tabs={matchingTabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={search.tab}
        onChange={(tab) => change({ ...clear, tab: tab as MatchingTab, size: search.size })}
      >
        {search.tab === 'open' && <MatchingOpen search={search} onChange={change} />}
        {search.tab === 'messages' && search.teach === undefined && (
          <FailedMessages search={search} onChange={change} />
        )}
        <Suspense>
          {search.tab === 'messages' && search.teach !== undefined && (
            <TeachMessage
              messageId={search.teach}
              onBack={() => change({ teach: undefined })}
              onTaught={(line) => change({ ...clear, tab: 'formats', line, size: search.size })}
            />
          )}
          {search.tab === 'formats' && (
            <div className={blocks.stack}>
              <FormatList />
            </div>
          )}
        </Suspense>
        {search.tab === 'notMoney' && <FailedMessages kind="notMoney" search={search} onChange={change} />}
        {search.tab === 'handled' && <HandledLines search={search} onChange={change} />}
        {search.tab === 'rules' && (
          <Suspense>
            <div className={blocks.stack}>
              <RuleList />
            </div>
          </Suspense>
        )}
        {search.tab === 'blacklist' && (
          <Suspense>
            <div className={blocks.stack}>
              <Blacklist />
            </div>
          </Suspense>
        )}
        {search.tab === 'report' && (
          <Suspense>
            <div className={blocks.stack}>
              <LinkReport />
            </div>
          </Suspense>
        )}
      </Tabs>
      {isMissingOpen && (
        <Suspense>
          <MissingDeposit isOpen onClose={() => setMissingOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
