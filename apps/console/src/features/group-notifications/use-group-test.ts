import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure, type Failure } from '../../lib/call/failure.ts'
import { useCall } from '../../lib/call/query.ts'
import type { Act } from '../../lib/record/RecordActs.tsx'
import type { TestAnswer } from './group-shapes.ts'

interface Tested {
  readonly id: string
  readonly answer: TestAnswer | null
  /** The call itself failed: nothing is known of the message. */
  readonly failure: Failure | null
}

/** Sends a test message to a group, and keeps what came of it as long as that group is looked at. */
export function useGroupTest(id: string) {
  const { t } = useTranslation('group-notifications')
  const failure = useFailure()
  const test = useCall('groupNotifications.test', { refreshes: ['groupNotifications'] })
  const [tested, setTested] = useState<Tested | null>(null)
  const run = async (): Promise<void> => {
    setTested(null)
    try {
      setTested({ id, answer: await test.send({ id }), failure: null })
    } catch (thrown) {
      setTested({ id, answer: null, failure: failure(thrown) })
    }
  }
  const act: Act = {
    label: t('act.test'),
    icon: IconSend,
    run: () => void run(),
    isSent: true,
    isSending: test.isSending,
  }
  return { act, tested: tested?.id === id ? tested : null }
}

export type GroupTest = ReturnType<typeof useGroupTest>
