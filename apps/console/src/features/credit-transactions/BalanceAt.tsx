import { Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { entryLabelKey } from '../../lib/words/transfer-kinds.ts'
import { DateField } from '../../ui/filters/DateField.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { FieldRow } from '../../ui/form/FormPage.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { instantOf } from './moment.ts'
import { MemberPick } from './MemberPick.tsx'
import classes from './Credit.module.css'
import tableClasses from '../../ui/PlainTable.module.css'

interface BalanceAtProps {
  memberId: string | undefined
  memberName: string | undefined
  onClose: () => void
}

/** "How much had this member at that moment", with the entries on both sides of it. */
export function BalanceAt({ memberId, memberName, onClose }: BalanceAtProps) {
  const { t } = useTranslation('credit-transactions')
  const [id, setId] = useState(memberId)
  const [on, setOn] = useState(() => bangkokDateOn(Date.now()))
  const [clock, setClock] = useState('00:00')
  const at = instantOf(on, clock)
  return (
    <DetailPanel isOpen onClose={onClose} title={t('balanceAt.title')}>
      <div className={classes['stack']}>
        <p className={classes['muted']}>{t('balanceAt.lead')}</p>
        <MemberPick value={id} name={memberName} onChange={setId} />
        <FieldRow>
          <DateField
            label={t('balanceAt.on')}
            value={on}
            isRequired
            onChange={(next) => next !== null && setOn(next)}
          />
          <TextInput
            type="time"
            step={1}
            label={t('balanceAt.clock')}
            value={clock}
            onChange={(event) => setClock(event.currentTarget.value)}
            error={at === null ? t('balanceAt.clockFault') : null}
          />
        </FieldRow>
        {id === undefined || at === null ? (
          <EmptyState title={t('balanceAt.choose')} />
        ) : (
          <Answer key={`${id} ${at}`} memberId={id} at={at} />
        )}
      </div>
    </DetailPanel>
  )
}

function Answer({ memberId, at }: { memberId: string; at: string }) {
  const { t } = useTranslation('credit-transactions')
  const failure = useFailure()
  const query = useQueryCall('creditTransactions.balanceAt', { memberId, at }, { isTracked: false })
  const error = failure(query.error)
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height={160} />
  const { cashMinor, lockedMinor, around } = query.data
  const rows = around.toSorted((one, other) => other.at.localeCompare(one.at))
  const firstBefore = rows.findIndex((row) => row.at <= at)
  return (
    <>
      <dl className={classes['sums']}>
        <div>
          <dt>{t('balanceAt.cash')}</dt>
          <dd>
            <Money minor={cashMinor} />
          </dd>
        </div>
        <div>
          <dt>{t('balanceAt.locked')}</dt>
          <dd>
            <Money minor={lockedMinor} />
          </dd>
        </div>
      </dl>
      <table className={tableClasses['plain']}>
        <caption>{t('balanceAt.around')}</caption>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id} data-moment={index === firstBefore || undefined}>
              <td>
                <Time at={row.at} show="exact" />
                <span className={classes['owner']}>{t(entryLabelKey(row))}</span>
              </td>
              <td data-align="end">
                <Money minor={row.amountMinor} colour signed />
              </td>
              <td data-align="end">
                <Money minor={row.afterMinor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['muted']}>{t(rows.length === 0 ? 'balanceAt.noEntries' : 'balanceAt.line')}</p>
    </>
  )
}
