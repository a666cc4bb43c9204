import { formatBaht } from '@khlang/money/amount.ts'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { MergeSides } from './MergeSides.tsx'
import { MergeSigns } from './MergeSigns.tsx'
import { reasonWorded } from './reason-worded.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

/** A line is another one told twice: which, with both side by side, and why; somebody else must agree. */
export function MergeSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const reading = useReading()
  const [intoId, setIntoId] = useState('')
  const query = useQueryCall('preTransactions.mergeCandidates', { id: line.id }, { isTracked: false })
  const amount = formatBaht(line.amountMinor)
  const chosen = query.data?.records.find((each) => each.line.id === intoId && each.refusal === null)
  return (
    <ActSheet
      call="preTransactions.askMerge"
      input={(reason) => ({
        id: line.id,
        version: line.version,
        intoId,
        intoVersion: chosen?.line.version ?? 0,
        reason,
      })}
      refreshes={['preTransactions', 'approvals', 'creditTransactions']}
      onClose={onClose}
      title={t('merge.title', { amount })}
      submitLabel={t('merge.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{ label: t('merge.reason'), isRequired: true, description: tLine('reasonHelp') }}
      notice={t('merge.notice')}
      isPossible={chosen !== undefined}
      worded={reasonWorded(t)}
      onDone={({ state }) => onDone(doneNote(line, state === 'waiting' ? 'mergeAsked' : 'mergeAlone'))}
      onRefused={takenBy(line, onTaken)}
    >
      <Asked query={query} height={64} isInline>
        {({ double, records }) =>
          records.length === 0 ? (
            <p className={blocks.quiet}>{t('merge.none')}</p>
          ) : (
            <>
              <Radio.Group label={t('merge.choose')} value={intoId} onChange={setIntoId}>
                <div className={detailClasses.choices}>
                  {records.map(({ line: other, signs, refusal }) => (
                    <Radio
                      key={other.id}
                      value={other.id}
                      disabled={refusal !== null}
                      label={[
                        formatDateTime(other.bankTime ?? other.receivedAt, reading),
                        tLine(`states.${other.state}`),
                        other.member?.username,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                      description={
                        <>
                          {refusal !== null && <>{t(`refused.${refusal}`)} </>}
                          <MergeSigns signs={signs} />
                        </>
                      }
                    />
                  ))}
                </div>
              </Radio.Group>
              {chosen && <MergeSides double={double} stays={chosen} />}
            </>
          )
        }
      </Asked>
    </ActSheet>
  )
}
