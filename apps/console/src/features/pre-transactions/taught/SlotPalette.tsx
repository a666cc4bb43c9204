import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { taughtSlots, type TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import { slotTones, type Mark } from './taught-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Taught.module.css'

interface SlotPaletteProps {
  /** The words that are chosen; null while none is. */
  chosen: string | null
  marks: readonly Mark[]
  text: string
  onMark: (slot: TaughtSlot | null) => void
}

/** What the chosen words are; and what is marked already. */
export function SlotPalette({ chosen, marks, text, onMark }: SlotPaletteProps) {
  const { t } = useTranslation('pre-transactions-taught')
  return (
    <div className={blocks.stack}>
      <p className={blocks.quiet} role="status">
        {chosen === null ? t('teach.chooseWords') : t('teach.chosen', { words: chosen })}
      </p>
      <div className={classes['palette']} role="group" aria-label={t('teach.whatIsIt')}>
        {taughtSlots.map((slot) => {
          const held = marks.filter((mark) => mark.slot === slot)
          return (
            <button
              key={slot}
              type="button"
              className={`${classes['slot']} ${blocks.tone}`}
              data-tone={slotTones[slot]}
              disabled={chosen === null}
              title={t(`slotHints.${slot}`)}
              onClick={() => onMark(slot)}
            >
              <b>{t(`slots.${slot}`)}</b>
              <span>{held.map(({ from, to }) => text.slice(from, to)).join(' · ') || '–'}</span>
            </button>
          )
        })}
      </div>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconX size={16} aria-hidden />}
          disabled={chosen === null}
          onClick={() => onMark(null)}
        >
          {t('teach.unmark')}
        </Button>
      </div>
    </div>
  )
}
