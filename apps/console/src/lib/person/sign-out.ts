import { call } from '../call/call.ts'
import { forgetKept } from './kept.ts'
import { resetSession, session, type SessionEnd } from '../call/session.ts'

/** Ends the session here and on the server. Here at once: nobody waits for an answer to leave. */
export function endSession(end: SessionEnd | null = null): void {
  if (session.get().token !== null) call('auth.logout', {}, { isTracked: false }).catch(() => {})
  resetSession(end)
}

/** A person leaves: nothing typed is kept. */
export function signOut(): void {
  forgetKept()
  endSession()
}
