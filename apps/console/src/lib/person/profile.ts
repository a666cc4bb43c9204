import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useMemo } from 'react'
import { call, CallError } from '../call/call.ts'
import { seenAs, useRoleView } from '../call/role-view.ts'
import { resetSession, session } from '../call/session.ts'
import { createStore, useStore } from '../store.ts'

/** The signed-in person as `auth.self` answers. */
export type Profile = OutputOf<CallOf<'auth.self'>>

interface ProfileState {
  readonly profile: Profile | null
  /** The failure of the last attempt that is not an end of the session. */
  readonly error: CallError | null
}

const empty: ProfileState = { profile: null, error: null }
export const profileStore = createStore<ProfileState>(empty)
let running: Promise<void> | null = null

// Whoever signs in next never meets the profile of the person before.
let tokenBefore = session.get().token
session.subscribe(() => {
  const { token } = session.get()
  if (token === tokenBefore) return
  tokenBefore = token
  running = null
  profileStore.set(empty)
})

async function fetchProfile(): Promise<void> {
  const token = session.get().token
  if (token === null) return
  const isCurrent = () => session.get().token === token
  try {
    const profile = await call('auth.self', {}, { isTracked: false })
    if (isCurrent()) profileStore.set({ profile, error: null })
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    if (!isCurrent()) return
    const isFirst = profileStore.get().profile === null
    if (thrown.status === 401 || (thrown.status === 500 && isFirst)) resetSession()
    else if (thrown.code !== 'otpRequired') {
      console.error('own profile:', thrown.code)
      profileStore.set({ ...profileStore.get(), error: thrown })
    }
  }
}

/**
 * Fetches the own profile once; `isForced` asks again. Skipped without a token. 401 or 500 ends the
 * session (500 only while there is no profile yet: a hiccup in the background signs nobody out), 403
 * `otpRequired` marks it; any other failure is kept for the one who waits.
 */
export async function loadProfile(isForced = false): Promise<void> {
  if (session.get().token === null) return
  if (!isForced && profileStore.get().profile !== null) return
  running ??= fetchProfile().finally(() => {
    running = null
  })
  await running
}

/** Until when this session is proven anew, so that nobody is told that a proof is due again. */
export function noteStepUp(stepUpUntil: string): void {
  const state = profileStore.get()
  if (state.profile === null) return
  const { session: before, ...rest } = state.profile
  profileStore.set({ ...state, profile: { ...rest, session: { ...before, stepUpUntil } } })
}

export const useProfileState = (): ProfileState => useStore(profileStore)

/** The signed-in person. Only below the layout, which shows nothing before the profile is there. */
export function useOwnProfile(): Profile {
  const { profile } = useStore(profileStore)
  if (profile === null) throw new Error('The profile is read before any screen shows.')
  return profile
}

/** The same for what a screen offers: while they look as a role, with no more rights than that role has. */
export function useProfile(): Profile {
  const own = useOwnProfile()
  const view = useRoleView()
  return useMemo(() => (view === null ? own : seenAs(view, own)), [own, view])
}
