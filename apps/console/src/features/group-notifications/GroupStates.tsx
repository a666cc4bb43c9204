import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { statesOf, stateTones, type GroupRow } from './group-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

type GroupStatesProps = {
  group: Pick<GroupRow, 'isLocked' | 'isFailing' | 'isOrphan' | 'lastSentAt' | 'place'>
}

/** How a group stands, in one word or two. */
export function GroupStates({ group }: GroupStatesProps) {
  const { t } = useTranslation('group-notifications')
  return (
    <span className={blocks['marks']}>
      {statesOf(group).map((state) => (
        <Status
          key={state}
          tone={stateTones[state]}
          label={t(`states.${state}`)}
          title={t(`stateHints.${state}`)}
        />
      ))}
    </span>
  )
}
