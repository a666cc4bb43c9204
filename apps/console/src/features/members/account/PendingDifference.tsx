import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatAccountNumber, formatBps } from '../../../lib/words/formats.ts'
import { changesOf } from '@khlang/contract/values/activity-diff.ts'
import { ChangeTable } from '../ChangeTable.tsx'
import type { PendingChange } from '../member-shapes.ts'
import type { Revealed, useReveal } from '../use-reveal.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Members.module.css'

/** Whoever was shown numbers, or decides on the change, has them here. */
type Numbers = Pick<Revealed, 'pending'> | null

/** Old and new number as masked, or in clear once the checker has had them shown. */
function sidesOf(pending: PendingChange, revealed: Numbers) {
  const { before, after, id } = pending
  if (revealed?.pending?.id !== id) return [before, after] as const
  const clear = revealed.pending
  const shown = (no: string | null) => ({ accountNoMasked: no === null ? null : formatAccountNumber(no) })
  return [before && { ...before, ...shown(clear.before) }, { ...after, ...shown(clear.after) }] as const
}

/** Old → new, and how alike the names are. */
export function Difference({ pending, revealed }: { pending: PendingChange; revealed: Numbers }) {
  const { t } = useTranslation('members')
  const [before, after] = sidesOf(pending, revealed)
  return (
    <>
      <ChangeTable changes={changesOf(before, after)} label={t('pending.difference')} />
      {pending.nameSimilarityBps !== null && (
        <p className={classes['body']}>
          {t('pending.similarity', { percent: formatBps(pending.nameSimilarityBps) })}
        </p>
      )}
    </>
  )
}

/** For who may: both numbers whole, after a reason and a step-up, logged as on the member's page. */
export function RevealButton({ reveal }: { reveal: ReturnType<typeof useReveal> }) {
  const { t } = useTranslation('members')
  if (reveal.ask === null) return null
  const Eye = reveal.revealed ? IconEyeOff : IconEye
  return (
    <div className={blocks['buttons']}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Eye size={16} aria-hidden />}
        onClick={reveal.revealed ? reveal.hide : reveal.ask}
      >
        {t(reveal.revealed ? 'reveal.hide' : 'pending.reveal')}
      </Button>
      {reveal.sheet}
    </div>
  )
}
