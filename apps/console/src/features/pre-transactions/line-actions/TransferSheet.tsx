import { Radio, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { waysOf, type Line } from '../lines/line-shapes.ts'
import { doneNote, takenBy, type LineActProps } from './line-act.tsx'
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
  const errorText = useErrorText()
  const reading = useReading()
  const [oppositeId, setOppositeId] = useState('')
  const { data, error, refetch } = useQueryCall(
    'preTransactions.oppositeLines',
    { id: line.id },
    { isTracked: false },
  )
  const amount = formatBaht(line.amountMinor)
  const opposite = data?.records.find(({ id }) => id === oppositeId)
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
      {error && (
        <ErrorState
          error={{ message: errorText(error), requestId: error.requestId }}
          onRetry={() => void refetch()}
          isInline
        />
      )}
      {!data && !error && <Skeleton height={64} />}
      {data?.records.length === 0 && <p className={blocks.quiet}>{t('internalTransfer.none')}</p>}
      {data && data.records.length > 0 && (
        <Radio.Group label={t('internalTransfer.choose')} value={oppositeId} onChange={setOppositeId}>
          <div className={detailClasses.choices}>
            {data.records.map((other) => (
              <Radio
                key={other.id}
                value={other.id}
                label={`${accountName(other.accountId)} · ${signed(other)}`}
                description={formatDateTime(other.bankTime ?? other.receivedAt, reading)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </ActSheet>
  )
}
