import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { stateTones, type TransferRow } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

type Seen = Pick<TransferRow, 'state' | 'seenOut' | 'seenIn'>

/** How a transfer stands; of one that waits for the banks, which of the two statements shows it already. */
export function TransferStates({ transfer: { state, seenOut, seenIn } }: { transfer: Seen }) {
  const { t } = useTranslation('own-transfers')
  return (
    <span className={`${blocks['marks']} ${classes['states']}`}>
      <Status tone={stateTones[state]} label={t(`states.${state}`)} title={t(`stateHints.${state}`)} />
      {state === 'approved' && (
        <span className={classes['seen']}>
          <SeenMark way="out" isSeen={seenOut} />
          <SeenMark way="in" isSeen={seenIn} />
        </span>
      )}
    </span>
  )
}

function SeenMark({ way, isSeen }: { way: 'out' | 'in'; isSeen: boolean }) {
  const { t } = useTranslation('own-transfers')
  const Icon = isSeen ? IconCircleCheck : IconCircleDashed
  return (
    <span
      className={classes['mark']}
      data-seen={isSeen || undefined}
      title={t(`seen.${way}${isSeen ? 'Yes' : 'No'}`)}
    >
      <Icon size={14} aria-hidden />
      {t(`seen.${way}`)}
      <span className={blocks['unseen']}> {t(isSeen ? 'seen.yes' : 'seen.no')}</span>
    </span>
  )
}
