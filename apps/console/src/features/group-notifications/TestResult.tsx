import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import type { GroupTest } from './use-group-test.ts'
import { useWhyNot } from './use-why-not.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Groups.module.css'

/** What came of a test message, in words; read aloud as it comes. */
export function TestResult({ test: { tested, act } }: { test: GroupTest }) {
  const { t } = useTranslation('group-notifications')
  const whyNot = useWhyNot()
  if (tested?.failure) return <ErrorState error={tested.failure} onRetry={act.run} isInline />
  const answer = tested?.answer
  const isSent = answer?.isSent === true
  const Icon = isSent ? IconCircleCheck : IconCircleX
  return (
    <div role="status">
      {answer && (
        <p className={`${blocks['warn']} ${classes['result']}`} data-tone={isSent ? 'green' : 'red'}>
          <Icon size={20} aria-hidden />
          <span>
            <strong>{t(isSent ? 'test.sent' : 'test.failed')}</strong>
            {answer.error !== null && <> {whyNot(answer.error)}</>}
          </span>
        </p>
      )}
    </div>
  )
}
