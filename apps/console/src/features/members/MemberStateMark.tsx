import { useTranslation } from 'react-i18next'
import { Status } from '../../ui/figures/Status.tsx'
import { stateTones, type MemberState } from './member-shapes.ts'

/** Whether a member may log in and move money, in one word. */
export function MemberStateMark({ state, title }: { state: MemberState; title?: string | undefined }) {
  const { t } = useTranslation('members')
  return <Status tone={stateTones[state]} label={t(`states.${state}`)} title={title} />
}
