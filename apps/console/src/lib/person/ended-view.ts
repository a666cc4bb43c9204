import { viewedRole } from '../call/role-view.ts'

const key = 'khlang.viewEnded'
const stateOf = (): Record<string, unknown> => (history.state ?? {}) as Record<string, unknown>

// The entry in the browser's history says it, not the storage: it lives in this tab, through one reload.
addEventListener('beforeunload', () => {
  const role = viewedRole()
  if (role !== null) history.replaceState({ ...stateOf(), [key]: role }, '')
})

/** The role as which somebody looked when the page was loaded anew, told once; else null. */
export function takeEndedView(): string | null {
  const { [key]: role, ...state } = stateOf()
  if (typeof role !== 'string') return null
  history.replaceState(state, '')
  return role
}
