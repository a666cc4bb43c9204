import { createStore, useStore } from './store.ts'

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

const stored = readToken()
export const session = createStore<Session>(stored === null ? nobody : { token: stored, isOtpDue: false })

/** After login or a verified code: the new token replaces whatever was stored. */
export function beginSession(token: string): void {
  writeToken(token)
  session.set({ token, isOtpDue: false })
}

/**
 * Forgets token, user name and password (those two live only in the sign-in form, which is gone by now);
 * the language stays. Other tabs follow through the storage event.
 */
export function resetSession(): void {
  writeToken(null)
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
