import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { profileStore } from './profile.ts'
import { session } from '../call/session.ts'
import { dropSettling } from '../call/settling.ts'
import { endTakingBack } from './taking-back.ts'

/** What was typed, and what must go along with it when it is sent once more. */
interface Entry {
  readonly value: unknown
  readonly isTyped: boolean
}

interface Place {
  readonly path: string
  readonly search: string
}

const entries = new Map<string, Entry>()
let owner: string | null = null
let leftAt: Place | null = null
let returnsTo: Place | null = null

profileStore.subscribe(() => {
  const { profile } = profileStore.get()
  if (profile === null || profile.username === owner) return
  forgetKept()
  owner = profile.username
})
session.subscribe(() => {
  if (session.get().token !== null) return
  const hasTyped = [...entries.values()].some(({ isTyped }) => isTyped)
  leftAt = hasTyped ? { path: location.pathname, search: location.search } : null
})

/** After signing out on purpose, or when another person signs in: nothing of before may be seen. */
export function forgetKept(): void {
  entries.clear()
  leftAt = null
  returnsTo = null
  dropSettling()
  endTakingBack()
}

/** Whether a session ended over something typed: the sign-in form says that it is kept. */
export const hasKept = (): boolean => leftAt !== null

/** Who signed in by this form. The same person goes back to where the session ended. */
export function noteSignIn(username: string): void {
  if (owner === null || username.toLowerCase() !== owner.toLowerCase()) forgetKept()
  returnsTo = leftAt
  leftAt = null
}

/** Where the one who signed in goes back to, once; null: to the first screen. */
export function takeReturn(): Place | null {
  const place = returnsTo
  returnsTo = null
  return place
}

/**
 * `useState` whose value outlives the end of a session: whoever signs in again in this tab finds it on the
 * same screen. It lives in memory alone, and goes when its form is left.
 * @param isTyped false for what only goes along: a key, a version
 */
export function useKept<T>(
  name: string,
  initial: () => T,
  isTyped = true,
): [T, Dispatch<SetStateAction<T>>] {
  // What the form is about stands in the search as well: one row's words never come up in another's form.
  const [key] = useState(() => `${location.pathname}${location.search}:${name}`)
  const [first] = useState(initial)
  const [value, setValue] = useState(() => (entries.has(key) ? (entries.get(key)?.value as T) : first))
  useEffect(() => {
    if (isTyped && Object.is(value, first)) entries.delete(key)
    else entries.set(key, { value, isTyped })
  }, [key, value, first, isTyped])
  useEffect(
    () => () => {
      if (session.get().token !== null) entries.delete(key)
    },
    [key],
  )
  return [value, setValue]
}
