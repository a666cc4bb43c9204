import { useTranslation } from 'react-i18next'
import { useRoleName } from './right-words.ts'
import { useRoleView } from '../call/role-view.ts'

export interface ViewReason {
  readonly title?: string
  readonly 'aria-description'?: string
}
const none: ViewReason = {}

/** While somebody looks as a role: why a button that changes something is grey, as its attributes. */
export function useViewReason(): ViewReason {
  const { t } = useTranslation('ui')
  const nameOf = useRoleName()
  const view = useRoleView()
  if (view === null) return none
  const reason = t('roleView.nothing', { role: nameOf(view.roleName) })
  return { title: reason, 'aria-description': reason }
}
