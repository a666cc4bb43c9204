import { NativeSelect } from '@mantine/core'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import type { SearchValues } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { formatCount, formatDateInWords } from '../../lib/words/formats.ts'
import { Money } from '../../ui/figures/Money.tsx'
import blocks from '../../ui/Blocks.module.css'

type Filter = InputOf<CallOf<'reports.asOf'>>

interface AsOfLineProps {
  /** What the list is filtered by, with more than this asks for. */
  filter: Filter
  filterBy: (changes: SearchValues) => void
  words: Words
}

/** Whether the report is of now or of a closed day, and what was corrected since that day. */
export function AsOfLine({ filter, filterBy, words: { t, reading } }: AsOfLineProps) {
  const { from, to, asOf, type, providerId, gameId, sellerId, level } = filter
  const given = { from, to, asOf, type, providerId, gameId, sellerId, level }
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { data } = useQueryCall('reports.asOf', asked, { isTracked: false, keepsPrevious: true })
  const days = data?.days ?? (asOf === undefined ? [] : [asOf])
  const since = data?.since
  const inWords = (on: string) => formatDateInWords(on, reading)
  return (
    <div className={blocks['buttons']}>
      <NativeSelect
        aria-label={t('asOf.label')}
        value={asOf ?? ''}
        data={[
          { value: '', label: t('asOf.now') },
          ...days.map((on) => ({ value: on, label: t('asOf.day', { day: inWords(on) }) })),
        ]}
        onChange={(event) => filterBy({ asOf: event.currentTarget.value || undefined })}
      />
      {asOf !== undefined && since && (
        <span className={blocks['note']}>
          {since.corrections === 0
            ? t('asOf.unchanged')
            : t('asOf.changed', {
                count: since.corrections,
                shown: `${since.isEstimate ? '≥ ' : ''}${formatCount(since.corrections)}`,
              })}
          {since.corrections > 0 && (
            <>
              {' '}
              <Money minor={since.companyMinor} colour signed />
            </>
          )}{' '}
          {t('asOf.money')}
        </span>
      )}
    </div>
  )
}
