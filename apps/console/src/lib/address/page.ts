import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'

/** What the screen in front adds to its own name: a member's user name, a reference. */
const subject = createStore<string | null>(null)
export const usePageSubject = (): string | null => useStore(subject)

/**
 * Names what the screen is about, for the breadcrumb and the tab's title:
 * `usePageTitle(member.username)`.
 */
export function usePageTitle(text: string | null | undefined): void {
  useEffect(() => {
    subject.set(text ?? null)
    return () => subject.set(null)
  }, [text])
}
