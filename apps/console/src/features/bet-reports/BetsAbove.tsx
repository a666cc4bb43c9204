import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryCall } from '../../lib/call/query.ts'
import type { ListState } from '../../lib/list/list-spec.ts'
import { useProfile } from '../../lib/person/profile.ts'
import { formatMonth } from '../../lib/words/formats.ts'
import { ArchivePanel } from './ArchivePanel.tsx'
import blocks from '../../ui/Blocks.module.css'

type State = ListState<'betReports.list'>

/** Whose win a plus is, and which months of bets are not here any more. */
export function BetsAbove({ filter: { from, to }, words: { t, reading } }: State) {
  const { data } = useQueryCall(
    'betReports.archivedMonths',
    { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    { isTracked: false, keepsPrevious: true, staleMs: 300_000 },
  )
  const [first, last] = [data?.months[0], data?.months.at(-1)]
  return (
    <>
      <p className={blocks['note']}>{t('lead')}</p>
      {first !== undefined && last !== undefined && (
        <p className={blocks['note']}>
          {first === last
            ? t('archive.oneLeft', { month: formatMonth(first, reading) })
            : t('archive.left', { from: formatMonth(first, reading), to: formatMonth(last, reading) })}
        </p>
      )}
    </>
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
