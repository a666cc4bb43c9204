import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Deliveries } from './Deliveries.tsx'
import { GroupActs } from './GroupActs.tsx'
import { GroupFacts } from './GroupFacts.tsx'
import { GroupStates } from './GroupStates.tsx'
import { LockSheet } from './LockSheet.tsx'
import { TestResult } from './TestResult.tsx'
import { useGroupTest } from './use-group-test.ts'
import classes from './Groups.module.css'

interface GroupPanelProps {
  id: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

const refreshMs = 5_000

/** One group beside the list: how it is set, what went out, and what may be done with it. */
export default function GroupPanel({ id, onClose, onPrevious, onNext }: GroupPanelProps) {
  const { t } = useTranslation('group-notifications')
  const query = useQueryCall(
    'groupNotifications.get',
    { id },
    { isTracked: false, live: 'group', refetchEveryMs: refreshMs },
  )
  const failure = useFailure()
  const test = useGroupTest(id)
  const [isLocking, setLocking] = useState(false)
  const group = query.data
  const error = failure(query.error)
  const mayEdit = group?.mayChange === true && !group.isLocked
  return (
    <>
      <DetailPanel
        isOpen
        onClose={onClose}
        title={group?.name ?? t('list.title')}
        aside={group && <GroupStates group={group} />}
        href={mayEdit ? hrefOf({ to: '/group-notification/edit/{id}', id }) : undefined}
        onPrevious={onPrevious}
        onNext={onNext}
        actions={
          group?.mayChange && <GroupActs group={group} test={test} onLock={() => setLocking(true)} />
        }
      >
        {error && <ErrorState error={error} onRetry={() => void query.refetch()} isInline={!!group} />}
        {!error && !group && <Skeleton height={320} />}
        {group && (
          <div className={classes['stack']}>
            {group.isLocked && <p className={classes['locked']}>{t('panel.locked')}</p>}
            {group.place !== 'open' && <p className={classes['warn']}>{t(`stateHints.${group.place}`)}</p>}
            {!group.mayChange && <p className={classes['note']}>{t('panel.readOnly')}</p>}
            <TestResult test={test} />
            <GroupFacts group={group}>
              <Deliveries deliveries={group.deliveries} />
            </GroupFacts>
          </div>
        )}
      </DetailPanel>
      {group && <LockSheet group={group} isOpen={isLocking} onClose={() => setLocking(false)} />}
    </>
  )
}
