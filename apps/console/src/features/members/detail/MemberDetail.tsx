import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { recordScreen, type ScreenProps } from '../../../lib/record/record-screen.tsx'
import { useScreenSearch, type RawSearch } from '../../../lib/address/search.ts'
import { oneOf } from '../../../lib/address/search-values.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { Tabs } from '../../../ui/page/Tabs.tsx'
import { AccountTable } from '../account/AccountTable.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { LoginsTab } from './LoginsTab.tsx'
import { MemberHeader } from './MemberHeader.tsx'
import type { MemberDetail as Member } from '../member-shapes.ts'
import { MemberSheets, openMemberSheet } from '../MemberSheets.tsx'
import { MoneyTab } from './MoneyTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PendingNotice } from '../account/PendingNotice.tsx'
import { StatementTab } from './StatementTab.tsx'
import { useMember } from '../use-member.ts'
import { useReveal, type Revealed } from '../use-reveal.tsx'

const ControlsForm = lazy(() =>
  loadChunk('controls', async () => ({ default: (await import('./ControlsForm.tsx')).ControlsForm })),
)
const BetsTab = lazy(() =>
  loadChunk('member-bets', async () => ({ default: (await import('./BetsTab.tsx')).BetsTab })),
)
const tabs = [
  'overview',
  'statement',
  'money',
  'bets',
  'accounts',
  'controls',
  'notes',
  'activity',
  'logins',
] as const
type TabName = (typeof tabs)[number]
const parse = (raw: RawSearch) => ({ tab: oneOf(raw['tab'], tabs) })

/** `/member/member-detail/{id}`: everything about one member. */
export default recordScreen({
  area: 'members',
  title: 'detail.title',
  useRow: useMember,
  useName: (member) => member?.username,
  Screen: Known,
})

function Known({ row: member, failed }: ScreenProps<Member>) {
  const { t } = useTranslation('members')
  const [search, change] = useScreenSearch(parse)
  const allowed = useAllows()
  const reveal = useReveal(member.id, member.username)
  const shown = tabs.filter(
    (tab) =>
      (tab !== 'statement' || allowed({ creditTransaction: ['isRead'] })) &&
      (tab !== 'money' || allowed({ pretransactionDepositWithdraw: ['isRead'] })) &&
      (tab !== 'bets' || allowed({ betReport: ['isRead'] })),
  )
  const tab = shown.find((each) => each === search.tab) ?? 'overview'
  const [isControlsKept, setControlsKept] = useState(false)
  if (tab === 'controls' && !isControlsKept) setControlsKept(true)
  return (
    <Page title={member.username}>
      {failed}
      <PendingNotice member={member} />
      <MemberHeader member={member} reveal={reveal} onAct={openMemberSheet} />
      <Tabs
        label={t('detail.tabs')}
        tabs={shown.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => change({ tab: shown.find((each) => each === next) }, { replace: true })}
      >
        <Content
          tab={tab}
          member={member}
          revealed={reveal.revealed}
          onNote={() => openMemberSheet('note', member)}
        />
        {/* Once opened the form stays, hidden, so that a look at another tab loses nothing typed. */}
        {isControlsKept && (
          <div hidden={tab !== 'controls'}>
            <Suspense fallback={<Skeleton height={320} />}>
              <ControlsForm member={member} />
            </Suspense>
          </div>
        )}
      </Tabs>
      <MemberSheets />
      {reveal.sheet}
    </Page>
  )
}

interface ContentProps {
  tab: TabName
  member: Member
  revealed: Revealed | null
  onNote: () => void
}

/** What the chosen tab shows; the form of rights and limits is drawn by the screen, which keeps it. */
function Content({ tab, member, revealed, onNote }: ContentProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab member={member} />
    case 'statement':
      return <StatementTab memberId={member.id} />
    case 'money':
      return <MoneyTab memberId={member.id} />
    case 'bets':
      return (
        <Suspense fallback={<Skeleton height={320} />}>
          <BetsTab memberId={member.id} />
        </Suspense>
      )
    case 'accounts':
      return <AccountTable member={member} revealed={revealed} />
    case 'notes':
      return <NotesTab memberId={member.id} onAdd={onNote} />
    case 'activity':
      return <ActivityTab member={member} />
    case 'logins':
      return <LoginsTab memberId={member.id} />
    case 'controls':
      return null
  }
}
