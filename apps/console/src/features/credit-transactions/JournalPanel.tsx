import { Anchor, Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsAway } from '../../lib/call/connection.ts'
import { useFailure } from '../../lib/call/failure.ts'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useAllows } from '../../lib/person/permissions.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { useTakeBack } from '../../lib/person/taking-back.ts'
import { entryLabelKey } from '../../lib/words/transfer-kinds.ts'
import { useFatesLive } from '../../lib/call/use-fates-live.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { DateOn, Time } from '../../ui/figures/Time.tsx'
import type { CreditRow, Journal } from './credit-shapes.ts'
import { useAccountNames } from './use-account-names.ts'
import classes from './Credit.module.css'
import tableClasses from '../../ui/PlainTable.module.css'

/** The whole posting behind one row: every debit and credit, in words. */
export function JournalPanel({ id, onClose, onPrevious, onNext, onShow }: PanelProps<CreditRow>) {
  const { t } = useTranslation('credit-transactions')
  const isAway = useIsAway()
  const askTakeBack = useTakeBack()
  const failure = useFailure()
  const query = useQueryCall('creditTransactions.journal', { id }, { isTracked: false })
  const error = failure(query.error)
  const journal = query.data
  useFatesLive(journal ? [journal] : [], ['creditTransactions', 'journal'])
  const takeBack = journal ? askTakeBack(journal.sourceId, journal.takeBack) : null
  return (
    <DetailPanel
      isOpen
      onClose={onClose}
      title={journal ? t(entryLabelKey(journal)) : t('journal.title')}
      aside={journal?.reversedBy && <Status tone="red" label={t('reversed')} />}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        takeBack && (
          <Button variant="default" onClick={takeBack} disabled={isAway}>
            {t('takeBack')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!error && !journal && <Skeleton height={240} />}
      {journal && <JournalBody journal={journal} onShow={onShow} />}
    </DetailPanel>
  )
}

function JournalBody({ journal, onShow }: { journal: Journal } & Pick<PanelProps<CreditRow>, 'onShow'>) {
  const { t } = useTranslation('credit-transactions')
  const other = (entry: string | null, label: 'journal.reversedBy' | 'journal.reverses') =>
    entry === null
      ? []
      : [
          {
            label: t(label),
            value: (
              <Anchor component="button" type="button" onClick={() => onShow(entry)}>
                {t('journal.showOther')}
              </Anchor>
            ),
          },
        ]
  return (
    <div className={classes['stack']}>
      <KeyValue
        facts={[
          { label: t('field.at'), value: <Time at={journal.at} show="exact" /> },
          { label: t('field.businessOn'), value: <DateOn on={journal.businessOn} /> },
          { label: t('field.valueOn'), value: <DateOn on={journal.valueOn} /> },
          ...(journal.reference === null
            ? []
            : [{ label: t('journal.source'), value: <Reference reference={journal.reference} /> }]),
          ...other(journal.reversedBy, 'journal.reversedBy'),
          ...other(journal.reverses, 'journal.reverses'),
          {
            label: t('journal.posting'),
            value: <CopyText value={journal.postingId}>{t('journal.copyId')}</CopyText>,
          },
        ]}
      />
      <Lines lines={journal.lines} />
      <p className={classes['muted']}>{t('journal.explain')}</p>
    </div>
  )
}

/** `D2611-000123`: the way to it, for who may follow. */
function Reference({ reference }: { reference: string }) {
  const mayQueue = useAllows()({ pretransactionDepositWithdraw: ['isRead'] })
  const href = hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { search: reference } })
  const isQueued = mayQueue && /^[DW]\d{4}-/.test(reference)
  return (
    <CopyText value={reference}>
      {isQueued ? (
        <AppLink className={classes['link']} href={href}>
          {reference}
        </AppLink>
      ) : (
        reference
      )}
    </CopyText>
  )
}

function Lines({ lines }: { lines: Journal['lines'] }) {
  const { t } = useTranslation('credit-transactions')
  const nameOf = useAccountNames()
  const side = (code: string, afterMinor: number | null) => {
    const { name, owner } = nameOf(code)
    return (
      <>
        <span>{name}</span>
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
