import { alertQueues, queuesOf, type AlertQueue } from './alert-queues.ts'
import { keepChoice } from '../person/preferences.ts'
import { createStore, useStore } from '../store.ts'

export type AlertWay = 'sound' | 'desktop'

/** Which queues call by which way. Kept in this browser, off at first. */
export type Alerts = Readonly<Record<AlertWay, readonly AlertQueue[]>>

const { sound, desktop } = document.documentElement.dataset
const alerts = createStore<Alerts>({ sound: queuesOf(sound), desktop: queuesOf(desktop) })
export const useAlerts = (): Alerts => useStore(alerts)
export const alertsNow = (): Alerts => alerts.get()

/** Whether anything calls at all: nobody watches the queues before. */
export const isAnyOn = ({ sound: heard, desktop: seen }: Alerts): boolean => heard.length + seen.length > 0

/** Turns a way on or off for some queues, and keeps it. The rest stays as it is. */
export function setAlerts(way: AlertWay, queues: readonly AlertQueue[], isOn: boolean): void {
  const before = alerts.get()
  const next = alertQueues.filter((each) => (queues.includes(each) ? isOn : before[way].includes(each)))
  alerts.set({ ...before, [way]: next })
  keepChoice(way, next.length === 0 ? 'off' : next.join('.'))
}
