import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/failure.ts'
import { useQueryCall } from '../../lib/query.ts'
import { kindLabelKey } from '../../lib/transfer-kinds.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Money } from '../../ui/Money.tsx'
import { Status } from '../../ui/Status.tsx'
import { DateOn, Time } from '../../ui/Time.tsx'
import type { Journal } from './credit-shapes.ts'
import { useAccountNames } from './use-account-names.ts'
import classes from './Credit.module.css'
import tableClasses from '../../ui/PlainTable.module.css'

interface JournalPanelProps {
  entry: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The whole posting behind one row: every debit and credit, in words. */
export function JournalPanel({ entry, onClose, onPrevious, onNext }: JournalPanelProps) {
  const { t } = useTranslation('credit-transactions')
  const failure = useFailure()
  const query = useQueryCall(
    'creditTransactions.journal',
    { id: entry ?? '' },
    { isEnabled: entry !== undefined, isTracked: false },
  )
  const error = failure(query.error)
  const journal = entry === undefined ? undefined : query.data
  return (
    <DetailPanel
      isOpen={entry !== undefined}
      onClose={onClose}
      title={journal ? t(kindLabelKey(journal.kind)) : t('journal.title')}
      aside={journal?.reversedBy && <Status tone="red" label={t('reversed')} />}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!error && !journal && <Skeleton height={240} />}
      {journal && <JournalBody journal={journal} />}
    </DetailPanel>
  )
}

function JournalBody({ journal }: { journal: Journal }) {
  const { t } = useTranslation('credit-transactions')
  return (
    <div className={classes['stack']}>
      <KeyValue
        facts={[
          { label: t('field.at'), value: <Time at={journal.at} show="exact" /> },
          { label: t('field.businessOn'), value: <DateOn on={journal.businessOn} /> },
          { label: t('field.valueOn'), value: <DateOn on={journal.valueOn} /> },
          { label: t('journal.posting'), value: <CopyText value={journal.postingId} /> },
          { label: t('journal.source'), value: <CopyText value={journal.sourceId} /> },
          ...(journal.reversedBy
            ? [{ label: t('journal.reversedBy'), value: <CopyText value={journal.reversedBy} /> }]
            : []),
        ]}
      />
      <Lines lines={journal.lines} />
      <p className={classes['muted']}>{t('journal.explain')}</p>
    </div>
  )
}

function Lines({ lines }: { lines: Journal['lines'] }) {
  const { t } = useTranslation('credit-transactions')
  const nameOf = useAccountNames()
  const side = (code: string, afterMinor: number | null) => {
    const { name, owner } = nameOf(code)
    return (
      <>
        <span title={code}>{name}</span>
        {owner && <span className={classes['owner']}>{owner}</span>}
        {afterMinor !== null && (
          <span className={classes['owner']}>
            {t('journal.after')} <Money minor={afterMinor} />
          </span>
        )}
      </>
    )
  }
  return (
    <table className={tableClasses['plain']}>
      <caption>{t('journal.lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('journal.debit')}</th>
          <th scope="col">{t('journal.credit')}</th>
          <th scope="col" data-align="end">
            {t('field.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.transferId}>
            <td>{side(line.debit, line.debitAfterMinor)}</td>
            <td>{side(line.credit, line.creditAfterMinor)}</td>
            <td data-align="end">
              <Money minor={line.amountMinor} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
