import { IconCopy, IconLock, IconLockOpen, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { recordPanel } from '../../lib/record/record-panel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { GroupFacts } from './GroupFacts.tsx'
import type { GroupDetail } from './group-shapes.ts'
import { GroupStates } from './GroupStates.tsx'
import { LockSheet } from './LockSheet.tsx'
import { TestResult } from './TestResult.tsx'
import { useGroupTest } from './use-group-test.ts'
import blocks from '../../ui/Blocks.module.css'

const editHref = ({ id }: GroupDetail) => hrefOf({ to: '/group-notification/edit/{id}', id })

/** The test message that was sent, and whether it is asked about the lock. */
function useHand(id: string) {
  const [isLocking, setLocking] = useState(false)
  return { test: useGroupTest(id), isLocking, setLocking }
}

/** One group beside the list: how it is set, what went out, and what may be done with it. */
export default recordPanel({
  call: 'groupNotifications.get',
  area: 'group-notifications',
  query: { live: 'group', refetchEveryMs: 5_000 },
  title: (group) => group.name,
  aside: (group) => <GroupStates group={group} />,
  href: (group) => (group.mayChange && !group.isLocked ? editHref(group) : undefined),
  useHand,
  // A locked group is only opened again or cloned.
  acts: (group, { t, hand: { test, setLocking } }) => {
    if (!group.mayChange) return []
    const lock = () => setLocking(true)
    const from = { to: '/group-notification/add', search: { from: group.id } } as const
    const clone = { label: t('act.clone'), icon: IconCopy, href: hrefOf(from) }
    if (group.isLocked) return [{ label: t('act.open'), icon: IconLockOpen, run: lock }, clone]
    return [
      test.act,
      { label: t('act.edit'), icon: IconPencil, href: editHref(group) },
      { label: t('act.lock'), icon: IconLock, run: lock },
      clone,
    ]
  },
  body: (group, { t, hand: { test } }) => (
    <>
      {group.isLocked && (
        <p className={`${blocks['warn']} ${blocks['sides']}`} data-tone="purple">
          {t('panel.locked')}
        </p>
      )}
      {group.place !== 'open' && (
        <p className={`${blocks['warn']} ${blocks['sides']}`}>{t(`stateHints.${group.place}`)}</p>
      )}
      {!group.mayChange && <p className={blocks['note']}>{t('panel.readOnly')}</p>}
      <TestResult test={test} />
      <GroupFacts group={group}>
        <Deliveries deliveries={group.deliveries} />
      </GroupFacts>
    </>
  ),
  beside: (group, { hand: { isLocking, setLocking } }) => (
    <LockSheet group={group} isOpen={isLocking} onClose={() => setLocking(false)} />
  ),
})
