import { Button } from '@mantine/core'
import { IconPlus, IconZoomQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk, loadScreen } from '../../../lib/chunks.ts'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'

const MissingDeposit = lazy(() =>
  loadScreen(
    'missing-deposit',
    ['pre-transactions-lines', 'pre-transactions-missing'],
    () => import('../missing/MissingDeposit.tsx'),
  ),
)
const PickMember = lazy(() => loadChunk('pick-member', () => import('./PickMember.tsx')))

/** The two buttons of the queue's heading; each opens a dialog that is fetched when first needed. */
export function QueueActions() {
  const { t } = useTranslation('pre-transactions-queue')
  const [shown, setShown] = useState<'missing' | 'pick' | null>(null)
  const allowed = useAllows()
  const isAway = useIsAway()
  const close = () => setShown(null)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        disabled={isAway}
        leftSection={<IconZoomQuestion size={16} aria-hidden />}
        onClick={() => setShown('missing')}
      >
        {t('missing')}
      </Button>
      {allowed({ memberManagement: ['isCreate'] }) && (
        <Button
          size="sm"
          disabled={isAway}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setShown('pick')}
        >
          {t('addDeposit')}
        </Button>
      )}
      <Suspense>
        {shown === 'missing' && <MissingDeposit isOpen onClose={close} />}
        {shown === 'pick' && <PickMember onClose={close} />}
      </Suspense>
    </>
  )
}
