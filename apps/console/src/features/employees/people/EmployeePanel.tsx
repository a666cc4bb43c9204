import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { recordPanel } from '../../../lib/record/record-panel.tsx'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import { EmployeeStateMark } from '../employee-cells.tsx'
import type { OneTime } from '../employee-shapes.ts'
import { actsOf, type EmployeeAct } from './employee-actions.ts'
import { EmployeeBody } from './EmployeeBody.tsx'
import { OneTimeCode } from './OneTimeCode.tsx'

const EmployeeSheet = lazy(() => loadChunk('employee-sheet', () => import('./EmployeeSheet.tsx')))
const dangers: readonly EmployeeAct[] = ['locked', 'left', 'sessions']

/** The sheet that is open, and the code that is shown once. */
function useSheets() {
  const [act, setAct] = useState<EmployeeAct | null>(null)
  const [code, setCode] = useState<OneTime | null>(null)
  return { act, setAct, code, setCode }
}

/** One person beside the list: what is known, and what the reader may do about it. */
export default recordPanel({
  call: 'employees.get',
  area: 'employees',
  query: { live: 'employee' },
  title: (person) => person.username,
  aside: (person) => <EmployeeStateMark state={person.state} />,
  useHand: useSheets,
  actsShown: 3,
  acts: (person, { t, allows, hand }) =>
    (allows({ employeeManagement: ['isRead', 'isUpdate'] }) ? actsOf(person) : []).map((act) => ({
      label: t(`act.${act}`),
      isDanger: dangers.includes(act),
      run: () => hand.setAct(act),
    })),
  body: (person) => <EmployeeBody person={person} />,
  beside: (person, { t, hand: { act, setAct, code, setCode } }) => (
    <>
      {act && (
        <Suspense>
          <EmployeeSheet act={act} person={person} onClose={() => setAct(null)} onCode={setCode} />
        </Suspense>
      )}
      {code && (
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
  ),
})
