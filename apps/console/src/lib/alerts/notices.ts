import { createStore, useStore } from '../store.ts'

export type NoticeTone = 'green' | 'amber' | 'red' | 'blue'
export interface Notice {
  readonly id: number
  readonly tone: NoticeTone
  readonly text: string
}

const shown = createStore<readonly Notice[]>([])
const staysMs = 8_000
const shownMax = 3
let lastId = 0

export const useNotices = (): readonly Notice[] => useStore(shown)

export const dismissNotice = (id: number): void => shown.set(shown.get().filter((each) => each.id !== id))

/** Names the result of an act in a corner of the screen for some seconds; it is read aloud too. */
export function say(text: string, tone: NoticeTone = 'green'): void {
  lastId += 1
  const id = lastId
  shown.set([...shown.get(), { id, tone, text }].slice(-shownMax))
  setTimeout(() => dismissNotice(id), staysMs)
}
