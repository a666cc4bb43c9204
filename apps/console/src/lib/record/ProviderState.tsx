import type { catalogueStates } from '@khlang/contract/values/play-values.ts'
import {
  IconDoorEnter,
  IconDoorOff,
  IconPlayerPlay,
  IconSettingsPause,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { say } from '../alerts/notices.ts'
import { ActSheet } from '../form/ActSheet.tsx'
import type { Words } from '../list/columns.tsx'
import type { Act } from './RecordActs.tsx'

type State = (typeof catalogueStates)[number]

/**
 * What can be pressed of a game provider as somebody pressed it last, in words of the catalogue. One that was
 * closed is opened by two; anything else one person does at once.
 */
export function stateActs(state: State, { t }: Pick<Words, 't'>, press: (to: State) => void): Act[] {
  const act = (name: string, icon: TablerIcon, to: State): Act => ({
    label: t(`act.${name}`),
    icon,
    isQuiet: true,
    run: () => press(to),
  })
  if (state === 'closed') return [act('open', IconDoorEnter, 'active')]
  const close = act('close', IconDoorOff, 'closed')
  return state === 'active'
    ? [act('maintain', IconSettingsPause, 'maintenance'), close]
    : [act('resume', IconPlayerPlay, 'active'), close]
}

interface ProviderStateProps {
  provider: { readonly id: string; readonly version: number; readonly state: State }
  name: string
  to: State
  onClose: () => void
}

/** Stops a provider, or lets it take bets: at once, or when a second person agrees where it was closed. */
export function ProviderState({ provider, name, to, onClose }: ProviderStateProps) {
  const { t } = useTranslation('game-catalogue')
  const { id, version, state } = provider
  const act = state === 'closed' ? 'open' : to === 'active' ? 'resume' : to
  return (
    <ActSheet
      call="gameCatalogue.setProviderState"
      input={(reason) => ({ id, version, state: to, reason })}
      refreshes={['gameCatalogue', 'reports', 'approvals']}
      onClose={onClose}
      title={t(`sheet.${act}.title`, { name })}
      submitLabel={t(`sheet.${act}.submit`)}
      isDanger={to === 'closed'}
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t(`sheet.${act}.effect`)}
      onDone={(done) =>
        say(
          t(done.state === 'waiting' ? 'sheet.waiting' : `sheet.${act}.done`, { name }),
          done.state === 'done' ? 'green' : 'amber',
        )
      }
    />
  )
}
