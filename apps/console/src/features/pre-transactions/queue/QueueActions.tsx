import { Button } from '@mantine/core'
import { IconPlus, IconZoomQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useIsAway } from '../../../lib/call/connection.ts'
import { useAllows } from '../../../lib/person/permissions.ts'

const MissingDeposit = lazy(() =>
  loadChunk('missing-deposit', () => import('../missing/MissingDeposit.tsx')),
)
const PickMember = lazy(() => loadChunk('pick-member', () => import('./PickMember.tsx')))

/** The two buttons of the queue's heading; each opens a dialog that is fetched when first needed. */
export function QueueActions() {
  const { t } = useTranslation('pre-transactions')
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
        {t('queue.missing')}
      </Button>
      {allowed({ memberManagement: ['isCreate'] }) && (
        <Button
          size="sm"
          disabled={isAway}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setShown('pick')}
        >
          {t('queue.addDeposit')}
        </Button>
      )}
      <Suspense>
        {shown === 'missing' && <MissingDeposit isOpen onClose={close} />}
        {shown === 'pick' && <PickMember onClose={close} />}
      </Suspense>
    </>
  )
}
