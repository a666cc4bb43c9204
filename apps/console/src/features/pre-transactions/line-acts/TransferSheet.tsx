import { Radio, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { Confirm, type ConfirmResult } from '../../../ui/sheet/Confirm.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { isTaken, type LineNote } from '../lines/line-notes.ts'
import { waysOf, type Line } from '../lines/line-shapes.ts'
import '../../../ui/kit-later.ts'
import classes from '../lines/Matching.module.css'
import detailClasses from '../lines/LineDetail.module.css'

interface TransferSheetProps {
  line: Line
  accountName: (id: string) => string
  onClose: () => void
  onDone: (note: LineNote) => void
  onTaken: (line: Line, thrown: unknown) => void
}

const signed = ({ direction, amountMinor }: Pick<Line, 'direction' | 'amountMinor'>): string =>
  `${direction === 'out' ? '−' : '+'}${formatBaht(amountMinor)}`

/** Closes the two halves of a transfer between two own accounts; without the other half there is none. */
export function TransferSheet({ line, accountName, onClose, onDone, onTaken }: TransferSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const reading = useReading()
  const [oppositeId, setOppositeId] = useState('')
  const { data, error, refetch } = useQueryCall(
    'preTransactions.oppositeLines',
    { id: line.id },
    { isTracked: false },
  )
  const { send, canSend } = useCall('preTransactions.internalTransfer', { refreshes: ['preTransactions'] })
  const amount = formatBaht(line.amountMinor)
  const opposite = data?.records.find(({ id }) => id === oppositeId)
  const submit = async ({ idempotencyKey }: ConfirmResult) => {
    try {
      await send({ id: line.id, version: line.version, oppositeId }, { idempotencyKey })
      onDone({
        lineId: line.id,
        kind: 'done',
        amountMinor: line.amountMinor,
        name: null,
        what: 'internalTransfer',
      })
    } catch (thrown) {
      if (!isTaken(thrown)) throw thrown
      onTaken(line, thrown)
    }
  }
  const ours = accountName(line.accountId)
  const theirs = opposite ? accountName(opposite.accountId) : '–'
  const { from, to } = waysOf(line, ours, theirs)
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('matching.internalTransfer.title', { amount })}
      submitLabel={t('matching.internalTransfer.submit', { amount })}
      facts={[
        { label: t('matching.fromAccount'), value: from },
        { label: t('matching.toAccount'), value: to },
      ]}
      notice={t('matching.internalTransfer.notice')}
      canSubmit={canSend && opposite !== undefined}
      onSubmit={submit}
    >
      {error && (
        <ErrorState
          error={{ message: errorText(error), requestId: error.requestId }}
          onRetry={() => void refetch()}
          isInline
        />
      )}
      {!data && !error && <Skeleton height={64} />}
      {data?.records.length === 0 && <p className={classes.quiet}>{t('matching.internalTransfer.none')}</p>}
      {data && data.records.length > 0 && (
        <Radio.Group
          label={t('matching.internalTransfer.choose')}
          value={oppositeId}
          onChange={setOppositeId}
        >
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
    </Confirm>
  )
}
