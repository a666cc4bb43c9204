import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { formatCount } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { accountName } from '../../../lib/words/account-name.ts'
import { callsOf, classTones, type CompareClass, type DayTotals, type Side } from './compare-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Compare.module.css'

interface DayHeadProps {
  side: Side
  accountId: string | undefined
  on: string | undefined
  chosen: readonly string[]
  filterBy: (changes: Readonly<Record<string, string | readonly string[] | undefined>>) => void
}

/** Which account and day, what each class comes to, and how far both sides are apart. */
export function DayHead({ side, accountId, on, chosen, filterBy }: DayHeadProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { data: accounts } = useQueryCall(callsOf[side].accounts, {}, { isTracked: false, staleMs: 60_000 })
  // Of the whole day: a class that is chosen must not hide the others.
  const { data: totals } = useQueryCall(
    callsOf[side].totals,
    { ...(accountId && { accountId }), ...(on && { on }) },
    { keepsPrevious: true, isTracked: false, live: 'statementLine' },
  )
  const choices = useMemo(
    () => (accounts?.records ?? []).map((each) => ({ value: each.id, label: accountName(each) })),
    [accounts],
  )
  return (
    <section className={classes['head']} aria-label={t('head.title')}>
      <div className={classes['pick']}>
        <SelectField
          label={t('field.accountId')}
          data={choices}
          value={accountId ?? totals?.accountId ?? null}
          allowDeselect={false}
          onChange={(id) => filterBy({ accountId: id ?? undefined })}
        />
        <DateField
          label={t('field.on')}
          value={on ?? totals?.on ?? null}
          isClearable={false}
          onChange={(day) => filterBy({ on: day ?? undefined })}
        />
      </div>
      <Sums totals={totals} />
      <ul className={classes['chips']} aria-label={t('field.class')}>
        {totals?.classes.map((each) => (
          <Chip
            key={each.class}
            name={each.class}
            count={each.count}
            isChosen={chosen.length === 1 && chosen[0] === each.class}
            onChoose={(names) => filterBy({ class: names })}
          />
        ))}
      </ul>
    </section>
  )
}

function Chip(props: {
  name: CompareClass
  count: number
  isChosen: boolean
  onChoose: (names: readonly string[] | undefined) => void
}) {
  const { name, count, isChosen, onChoose } = props
  const { t } = useTranslation('pre-transactions-reconcile')
  return (
    <li>
      <button
        type="button"
        className={classes['chip']}
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? undefined : [name])}
      >
        <Status tone={classTones[name]} label={t(`classes.${name}`)} />
        <strong>{formatCount(count)}</strong>
      </button>
    </li>
  )
}

/** Both sums, their difference, and how much of it nobody must look at any more. */
function Sums({ totals }: { totals: DayTotals | undefined }) {
  const { t } = useTranslation('pre-transactions-reconcile')
  return (
    <div className={blocks['card']} data-dense>
      <dl className={`${blocks['sums']} ${classes['sums']}`}>
        {(['theirsMinor', 'oursMinor', 'differenceMinor', 'explainedMinor', 'openMinor'] as const).map(
          (key) => (
            <div key={key}>
              <dt>{t(`sums.${key}`)}</dt>
              <dd>
                <Money minor={totals?.[key]} signed={key !== 'theirsMinor' && key !== 'oursMinor'} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {totals && (
        <span className={blocks['marks']}>
          <Status
            tone={totals.openCount === 0 ? 'green' : 'amber'}
            label={t(totals.openCount === 0 ? 'sums.nothingOpen' : 'sums.open', {
              count: totals.openCount,
              shown: formatCount(totals.openCount),
            })}
          />
        </span>
      )}
    </div>
  )
}
