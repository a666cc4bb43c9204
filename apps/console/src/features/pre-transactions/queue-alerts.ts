import { queueTabs } from '@khlang/contract/value-lists.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { beep, setSoundOn } from '../../ui/Sound.ts'
import { fitsTab, type QueueRow, type QueueTab } from './queue-shapes.ts'

/** What calls a person to the queue, for each of its tabs. In memory of this browser tab, off at first. */
export interface Alerts {
  readonly sound: readonly QueueTab[]
  readonly desktop: readonly QueueTab[]
}

const alerts = createStore<Alerts>({ sound: [], desktop: [] })
export const useAlerts = (): Alerts => useStore(alerts)

const toggled = (tabs: readonly QueueTab[], tab: QueueTab): readonly QueueTab[] =>
  tabs.includes(tab) ? tabs.filter((each) => each !== tab) : [...tabs, tab]

/** Turns the sound of a tab on or off. From a click only: browsers ask for one. */
export function toggleSound(tab: QueueTab): void {
  const sound = toggled(alerts.get().sound, tab)
  setSoundOn(sound.length > 0)
  alerts.set({ ...alerts.get(), sound })
  if (sound.includes(tab)) beep()
}

/** Turns desktop alerts of a tab on or off. Answers false where the browser refuses them. */
export async function toggleDesktop(tab: QueueTab): Promise<boolean> {
  const desktop = toggled(alerts.get().desktop, tab)
  const isTurningOn = desktop.includes(tab)
  if (isTurningOn) {
    if (!('Notification' in window)) return false
    if ((await Notification.requestPermission()) !== 'granted') return false
  }
  alerts.set({ ...alerts.get(), desktop })
  return true
}

/**
 * Calls for a row that came into a tab which has alerts on. `before`: the row as it was last seen, null when
 * it is new.
 */
export function alertFor(row: QueueRow, before: QueueRow | null, title: string, body: string): void {
  const entered = queueTabs.filter((tab) => fitsTab(tab, row) && !(before && fitsTab(tab, before)))
  const { sound, desktop } = alerts.get()
  if (entered.some((tab) => sound.includes(tab))) beep()
  if (!entered.some((tab) => desktop.includes(tab)) || document.hasFocus()) return
  const notification = new Notification(title, { body, tag: row.id })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}

/** Seconds between refreshes where the live stream does not reach; 0 is off. */
export const pollChoices = [0, 10, 30, 60] as const
export type PollS = (typeof pollChoices)[number]
const poll = createStore<PollS>(0)
export const usePoll = (): PollS => useStore(poll)
export const setPoll = (seconds: PollS): void => poll.set(seconds)
