import { formatBaht } from '@khlang/money/amount.ts'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { doneNote, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { reasonWorded } from './reason-worded.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

/** Says which line of the bank paid a refund, where the machine could not tell. */
export function CloseRefundSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  const [outId, setOutId] = useState('')
  const query = useQueryCall('preTransactions.refundLines', { id: line.id }, { isTracked: false })
  const amount = formatBaht(line.amountMinor)
  return (
    <ActSheet
      call="preTransactions.closeRefund"
      input={() => ({ id: line.id, version: line.version, outId })}
      refreshes={['preTransactions', 'creditTransactions']}
      onClose={onClose}
      title={t('closeRefund.title', { amount })}
      submitLabel={t('closeRefund.submit')}
      notice={t('closeRefund.notice')}
      isPossible={outId !== ''}
      worded={reasonWorded(t)}
      onDone={() => onDone(doneNote(line, 'closeRefund'))}
      onRefused={takenBy(line, onTaken)}
    >
      <Asked query={query} height={64} isInline>
        {({ records }) =>
          records.length === 0 ? (
            <p className={blocks.quiet}>{t('closeRefund.none')}</p>
          ) : (
            <Radio.Group label={t('closeRefund.choose')} value={outId} onChange={setOutId}>
              <div className={detailClasses.choices}>
                {records.map((out) => (
                  <Radio
                    key={out.id}
                    value={out.id}
                    label={[`−${amount}`, formatDateTime(out.bankTime ?? out.receivedAt, reading)].join(
                      ' · ',
                    )}
                    description={[out.payerBank, out.payerMask?.replaceAll('?', 'x'), out.payerName]
                      .filter(Boolean)
                      .join(' ')}
                  />
                ))}
              </div>
            </Radio.Group>
          )
        }
      </Asked>
    </ActSheet>
  )
}
