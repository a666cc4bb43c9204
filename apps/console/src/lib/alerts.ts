import { keepChoice } from './preferences.ts'
import { createStore, useStore } from './store.ts'

/** What may call a person. `done` and `cancelled` are tabs of the money queue. */
export const alertQueues = [
  'deposits',
  'withdrawals',
  'done',
  'cancelled',
  'approvals',
  'critical',
] as const
export type AlertQueue = (typeof alertQueues)[number]
export type AlertWay = 'sound' | 'desktop'

/** Which queues call by which way. Kept in this browser, off at first. */
export type Alerts = Readonly<Record<AlertWay, readonly AlertQueue[]>>

/** `deposits.critical` -> the queues of these names, in the order of the list; anything else is left out. */
export const queuesOf = (text: string | undefined): readonly AlertQueue[] => {
  const named = text?.split('.') ?? []
  return alertQueues.filter((queue) => named.includes(queue))
}

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
