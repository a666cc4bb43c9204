import { createStore, useStore } from '../store.ts'

const tokenKey = 'khlang.admin.token'

/** Whose turn it is: nobody, somebody who still owes the second factor, or somebody with a token. */
export interface Session {
  readonly token: string | null
  readonly isOtpDue: boolean
}

const nobody: Session = { token: null, isOtpDue: false }

/** A private window may refuse storage; then the token lives as long as the tab. */
function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(tokenKey)
    else localStorage.setItem(tokenKey, token)
  } catch {
    // The tab keeps its own copy in memory.
  }
}

/**
 * How the session of this tab ended, for the sign-in form: `idle` after too long a silence, `ended` when the
 * server took its token no more (it tells nobody why). Null: nobody was put out.
 */
export type SessionEnd = 'idle' | 'ended'
const sessionEnd = createStore<SessionEnd | null>(null)
export const useSessionEnd = (): SessionEnd | null => useStore(sessionEnd)

const stored = readToken()
export const session = createStore<Session>(stored === null ? nobody : { token: stored, isOtpDue: false })

/** After login or a verified code: the new token replaces whatever was stored. */
export function beginSession(token: string): void {
  writeToken(token)
  sessionEnd.set(null)
  session.set({ token, isOtpDue: false })
}

/**
 * Forgets token, user name and password (those two live only in the sign-in form, which is gone by now);
 * the language stays. Other tabs follow through the storage event.
 */
export function resetSession(end: SessionEnd | null = null): void {
  writeToken(null)
  sessionEnd.set(end)
  session.set(nobody)
}

/** The server said that this token may only prove its second factor. */
export function requireOtp(): void {
  const { token, isOtpDue } = session.get()
  if (token !== null && !isOtpDue) session.set({ token, isOtpDue: true })
}

export const useSession = (): Session => useStore(session)

/** One sign-out ends every tab, and one sign-in serves them all. */
export function watchOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== tokenKey) return
    const token = readToken()
    session.set(token === null ? nobody : { token, isOtpDue: false })
  })
}
