import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { waysOf, type Line } from '../lines/line-shapes.ts'
import { doneNote, takenBy, type LineActProps } from '../lines/line-act.tsx'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

interface TransferSheetProps extends LineActProps {
  accountName: (id: string) => string
}

const signed = ({ direction, amountMinor }: Pick<Line, 'direction' | 'amountMinor'>): string =>
  `${direction === 'out' ? '−' : '+'}${formatBaht(amountMinor)}`

/** Closes the two halves of a transfer between two own accounts; without the other half there is none. */
export function TransferSheet({ line, accountName, onClose, onDone, onTaken }: TransferSheetProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const reading = useReading()
  const [oppositeId, setOppositeId] = useState('')
  const query = useQueryCall('preTransactions.oppositeLines', { id: line.id }, { isTracked: false })
  const amount = formatBaht(line.amountMinor)
  const opposite = query.data?.records.find(({ id }) => id === oppositeId)
  const ours = accountName(line.accountId)
  const theirs = opposite ? accountName(opposite.accountId) : '–'
  const { from, to } = waysOf(line, ours, theirs)
  return (
    <ActSheet
      call="preTransactions.internalTransfer"
      input={() => ({ id: line.id, version: line.version, oppositeId })}
      refreshes={['preTransactions']}
      onClose={onClose}
      title={t('internalTransfer.title', { amount })}
      submitLabel={t('internalTransfer.submit', { amount })}
      facts={[
        { label: t('fromAccount'), value: from },
        { label: t('toAccount'), value: to },
      ]}
      notice={t('internalTransfer.notice')}
      isPossible={opposite !== undefined}
      onDone={() => onDone(doneNote(line, 'internalTransfer'))}
      onRefused={takenBy(line, onTaken)}
    >
      <Asked query={query} height={64} isInline>
        {({ records }) =>
          records.length === 0 ? (
            <p className={blocks.quiet}>{t('internalTransfer.none')}</p>
          ) : (
            <Radio.Group label={t('internalTransfer.choose')} value={oppositeId} onChange={setOppositeId}>
              <div className={detailClasses.choices}>
                {records.map((other) => (
                  <Radio
                    key={other.id}
                    value={other.id}
                    label={`${accountName(other.accountId)} · ${signed(other)}`}
                    description={formatDateTime(other.bankTime ?? other.receivedAt, reading)}
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
