import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryCall } from '../../lib/call/query.ts'
import type { ListState } from '../../lib/list/list-spec.ts'
import { useProfile } from '../../lib/person/profile.ts'
import { bangkokDateOn, formatDateInWords, formatMonth } from '../../lib/words/formats.ts'
import { ArchivePanel } from './ArchivePanel.tsx'
import { BetGroups } from './BetGroups.tsx'
import blocks from '../../ui/Blocks.module.css'

type State = ListState<'betReports.list'>

/** Whose win a plus is, sums of a day, and which months of bets are not here any more. */
export const BetsAbove = (state: State) => (
  <>
    <BetGroups {...state} />
    <MonthsLeft {...state} />
    <AmountDay {...state} />
  </>
)

/** What no index knows is looked for within one day: without, the one that was meant is offered. */
function AmountDay({ error, filter: { from, to, settledFrom, settledTo }, filterBy, words }: State) {
  if (error?.code !== 'amountDay' || error.field !== 'from') return null
  const { t, reading } = words
  const on = settledTo ?? settledFrom ?? to ?? from ?? bangkokDateOn(Date.now())
  const none = { settledFrom: undefined, settledTo: undefined, settledHour: undefined }
  return (
    <div className={blocks['buttons']}>
      <Button variant="default" onClick={() => filterBy({ ...none, from: on, to: on })}>
        {t('amountDay', { date: formatDateInWords(on, reading) })}
      </Button>
    </div>
  )
}

function MonthsLeft({ filter: { from, to }, words: { t, reading } }: State) {
  const { data } = useQueryCall(
    'betReports.archivedMonths',
    { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    { isTracked: false, keepsPrevious: true, staleMs: 300_000 },
  )
  const [first, last] = [data?.months[0], data?.months.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <p className={blocks['note']}>
      {first === last
        ? t('archive.oneLeft', { month: formatMonth(first, reading) })
        : t('archive.left', { from: formatMonth(first, reading), to: formatMonth(last, reading) })}
    </p>
  )
}

/** The way to the months that left, for the staff. */
export function ArchiveButton({ words: { t } }: State) {
  const { type } = useProfile()
  const [isOpen, setOpen] = useState(false)
  if (type !== 'staff') return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('archive.open')}
      </Button>
      <ArchivePanel isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
