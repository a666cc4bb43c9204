import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useWords } from '../../../lib/list/use-words.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { reportTitle, type Report } from '../distributor-shapes.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'

/** How far a comparison is that is done in the background, and the way to end it. */
export function Comparing({ report, isAllowed }: { report: Report; isAllowed: boolean }) {
  const words = useWords('distributors')
  const { t } = words
  const [isEnding, setEnding] = useState(false)
  const { id, progress } = report
  // The page asks the same, and shows what this learns.
  useQueryCall('distributors.report', { id }, { refetchEveryMs: 2000 })
  const { done, total, isWaiting } = progress ?? { done: 0, total: null, isWaiting: true }
  const soFar = isWaiting
    ? t('comparing.waits')
    : total === null
      ? t('comparing.soFar', { done: formatCount(done) })
      : t('comparing.ofTotal', { done: formatCount(done), total: formatCount(total) })
  const share = total ? Math.min(100, (100 * done) / total) : 100
  return (
    <Card title={reportTitle(report, words)}>
      <div className={blocks['stack']} role="status">
        <span className={blocks['quiet']}>{soFar}</span>
        <Progress value={isWaiting ? 0 : share} animated aria-label={t('reportStates.comparing')} />
      </div>
      {isAllowed && (
        <div className={blocks['buttons']}>
          <Button variant="default" onClick={() => setEnding(true)}>
            {t('act.cancelComparison')}
          </Button>
        </div>
      )}
      {isEnding && (
        <ActSheet
          call="distributors.cancelComparison"
          input={() => ({ id })}
          refreshes={['distributors']}
          onClose={() => setEnding(false)}
          title={t('act.cancelComparison')}
          submitLabel={t('act.cancelComparison')}
          notice={t('comparing.cancelHint')}
          onDone={() => say(t('comparing.cancelled'))}
        />
      )}
    </Card>
  )
}
