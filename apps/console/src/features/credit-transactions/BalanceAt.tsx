import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Asked } from '../../lib/call/Asked.tsx'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { tablePart } from '../../lib/record/table-part.tsx'
import { entryLabelKey } from '../../lib/words/transfer-kinds.ts'
import { DateField } from '../../ui/filters/DateField.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { FieldRow } from '../../ui/form/FormPage.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Time } from '../../ui/figures/Time.tsx'
import { instantOf } from './moment.ts'
import { MemberPick } from './MemberPick.tsx'
import blocks from '../../ui/Blocks.module.css'
import classes from './Credit.module.css'

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
      <div className={blocks['stack']}>
        <p className={blocks['note']}>{t('balanceAt.lead')}</p>
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
  const query = useQueryCall('creditTransactions.balanceAt', { memberId, at }, { isTracked: false })
  return (
    <Asked query={query} height={160}>
      {(answer) => <Balance at={at} {...answer} />}
    </Asked>
  )
}

type Balances = OutputOf<CallOf<'creditTransactions.balanceAt'>>

function Balance({ at, cashMinor, lockedMinor, around }: Balances & { at: string }) {
  const { t } = useTranslation('credit-transactions')
  const sorted = around.toSorted((one, other) => other.at.localeCompare(one.at))
  const lastBefore = sorted.find((row) => row.at <= at)
  const rows = sorted.map((row) => ({ ...row, isMoment: row === lastBefore }))
  return (
    <>
      <dl className={`${blocks['sums']} ${classes['sums']}`}>
        {Object.entries({ cash: cashMinor, locked: lockedMinor }).map(([name, minor]) => (
          <div key={name}>
            <dt>{t(`balanceAt.${name}`)}</dt>
            <dd>
              <Money minor={minor} />
            </dd>
          </div>
        ))}
      </dl>
      <Around rows={rows} />
      <p className={blocks['note']}>{t(rows.length === 0 ? 'balanceAt.noEntries' : 'balanceAt.line')}</p>
    </>
  )
}

/** The entries on both sides of the moment, which stands above the last one before it. */
const Around = tablePart<Balances['around'][number] & { isMoment: boolean }>({
  area: 'credit-transactions',
  title: 'balanceAt.around',
  rowKey: (row) => row.id,
  isBare: true,
  isMarked: (row) => row.isMoment,
  columns: (fact) => [
    fact.cell('at', (row, { t }) => (
      <>
        <Time at={row.at} show="exact" />
        <span className={blocks['small']}>{t(entryLabelKey(row))}</span>
      </>
    )),
    fact.money('amount', 'amountMinor', { show: { colour: true, signed: true } }),
    fact.money('after', 'afterMinor'),
  ],
})
