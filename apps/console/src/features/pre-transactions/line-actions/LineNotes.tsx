import { Button, CloseButton } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Time } from '../../../ui/figures/Time.tsx'
import type { LineNote } from '../lines/line-notes.ts'
import { useCountdown } from './use-countdown.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

interface LineNotesProps {
  notes: readonly LineNote[]
  onClose: (lineId: string) => void
  onUndo: (lineId: string) => void
}

/** Results of acts, read out as they come. */
export function LineNotes({ notes, onClose, onUndo }: LineNotesProps) {
  const { t } = useTranslation('pre-transactions-lines')
  return (
    <div className={classes.notes} role="status">
      {notes.map((note) => {
        const Icon = note.kind === 'taken' ? IconUserCheck : IconCircleCheck
        return (
          <div key={note.lineId} className={classes.note} data-kind={note.kind}>
            <Icon size={20} aria-hidden />
            <p>
              {noteText(note, t)} {note.at && <Time at={note.at} />}
            </p>
            {note.undoUntil && <UndoButton until={note.undoUntil} onUndo={() => onUndo(note.lineId)} />}
            <CloseButton aria-label={t('closeNote')} onClick={() => onClose(note.lineId)} />
          </div>
        )
      })}
    </div>
  )
}

type Translate = (key: string, values: Record<string, string>) => string

function noteText({ kind, what, name, amountMinor, creditAfterMinor }: LineNote, t: Translate): string {
  const amount = formatBaht(amountMinor)
  if (kind === 'linked') {
    return t('notes.linked', {
      amount,
      name: name ?? '',
      after: formatBaht(creditAfterMinor ?? 0),
    })
  }
  if (kind === 'done') return t(`notes.${what}`, { amount, name: name ?? '' })
  const plain: Readonly<Record<string, string>> = { changed: 'changed', linkAsked: 'waitsForSecond' }
  const state = t(plain[what] ?? `states.${what}`, {})
  return t(name === null ? 'notes.takenBySomebody' : 'notes.taken', {
    amount,
    name: name ?? '',
    state,
  })
}

interface UndoButtonProps {
  until: string
  onUndo: () => void
}

/** Takes a link back while there is time; the time that is left stands on the button. */
export function UndoButton({ until, onUndo }: UndoButtonProps) {
  const { t } = useTranslation('pre-transactions-lines')
  const left = useCountdown(until)
  if (left === null) return <span className={blocks.quiet}>{t('undoOver')}</span>
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={onUndo}
    >
      {t('undo')}{' '}
      <span aria-hidden className={classes.countdown}>
        {left}
      </span>
    </Button>
  )
}
