import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useFailure } from '../../../lib/call/failure.ts'
import { useProfile } from '../../../lib/person/profile.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { DetailPanel } from '../../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import { EmployeeStateMark } from '../employee-cells.tsx'
import type { OneTime } from '../employee-shapes.ts'
import type { EmployeeAct } from './employee-acts.ts'
import { EmployeeActs } from './EmployeeActs.tsx'
import { EmployeeFacts } from './EmployeeFacts.tsx'
import { OneTimeCode } from './OneTimeCode.tsx'

const EmployeeSheet = lazy(() => loadChunk('employee-sheet', () => import('./EmployeeSheet.tsx')))

interface EmployeePanelProps {
  id: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One person beside the list: what is known, and what the reader may do about it. */
export default function EmployeePanel({ id, onClose, onPrevious, onNext }: EmployeePanelProps) {
  const { t } = useTranslation('employees')
  const query = useQueryCall('employees.get', { id }, { isTracked: false, live: 'employee' })
  const failure = useFailure()
  const isSelf = useProfile().id === id
  const [act, setAct] = useState<EmployeeAct | null>(null)
  const [code, setCode] = useState<OneTime | null>(null)
  const person = query.data
  const error = failure(query.error)
  return (
    <>
      <DetailPanel
        isOpen
        onClose={onClose}
        title={person?.username ?? t('list.title')}
        aside={person && <EmployeeStateMark state={person.state} />}
        onPrevious={onPrevious}
        onNext={onNext}
        actions={person && <EmployeeActs person={person} onAct={setAct} />}
      >
        {error && <ErrorState error={error} onRetry={() => void query.refetch()} isInline={!!person} />}
        {!error && !person && <Skeleton height={320} />}
        {person && <EmployeeFacts key={id} person={person} isSelf={isSelf} />}
      </DetailPanel>
      {person && act && (
        <Suspense>
          <EmployeeSheet act={act} person={person} onClose={() => setAct(null)} onCode={setCode} />
        </Suspense>
      )}
      {person && code && (
        <Modal
          isOpen
          onClose={() => setCode(null)}
          title={t('code.title', { username: person.username })}
          closesEasily={false}
        >
          <OneTimeCode username={person.username} {...code} />
        </Modal>
      )}
    </>
  )
}
