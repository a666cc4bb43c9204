import { call } from './call.ts'
import { resetSession, session } from './session.ts'

/** Ends the session here and on the server. Here at once: nobody waits for an answer to leave. */
export function signOut(): void {
  if (session.get().token !== null) call('auth.logout', {}, { isTracked: false }).catch(() => {})
  resetSession()
}
