import { useEffect, useState } from 'react'
import { beep, wakeAtFirstPress, wakeSound } from '../../ui/Sound.ts'
import type { AlertQueue } from './alert-queues.ts'
import { alertsNow, setAlerts } from './alerts.ts'

/** Whether the browser shows desktop alerts of this page. */
export type DesktopState = 'granted' | 'denied' | 'default' | 'unsupported'

export const desktopState = (): DesktopState =>
  'Notification' in window ? Notification.permission : 'unsupported'

/** Turns the sound of queues on or off, from a press; it is heard at once. */
export function setSound(queues: readonly AlertQueue[], isOn: boolean): void {
  setAlerts('sound', queues, isOn)
  if (isOn) testSound()
}

/** Turns desktop alerts on or off; on asks the browser first. Answers false where it does not allow them. */
export async function setDesktop(queues: readonly AlertQueue[], isOn: boolean): Promise<boolean> {
  if (isOn && !(await askDesktop())) return false
  setAlerts('desktop', queues, isOn)
  return true
}

/** Asks the browser for desktop alerts; one that refused before is not asked again by itself. */
export async function askDesktop(): Promise<boolean> {
  if (desktopState() === 'unsupported') return false
  return (await Notification.requestPermission()) === 'granted'
}

/** The tone, from a press. */
export function testSound(): void {
  wakeSound()
  beep()
}

export interface Call {
  readonly title: string
  readonly body: string
  /** What is about the same thing takes the place of the one before. */
  readonly tag: string
  /** Where a press on it leads. */
  readonly onPress: () => void
}

/** Shows one desktop alert. Nothing where the browser does not allow it. */
export function showDesktop({ title, body, tag, onPress }: Call): void {
  if (desktopState() !== 'granted') return
  const shown = new Notification(title, { body, tag })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
    onPress()
  })
}

/** Calls the person by each way that is on for one of these queues. Who looks at the page is not shown it. */
export function callFor(queues: readonly AlertQueue[], what: Call): void {
  const { sound, desktop } = alertsNow()
  if (queues.some((queue) => sound.includes(queue))) beep()
  if (!queues.some((queue) => desktop.includes(queue)) || document.hasFocus()) return
  showDesktop(what)
}

/** True in one tab of this browser alone: five open tabs call once. */
export function useCallsHere(): boolean {
  const [isHere, setHere] = useState(!('locks' in navigator))
  useEffect(() => {
    if (!('locks' in navigator)) return
    const ending = new AbortController()
    const { signal } = ending
    const hold = (): Promise<void> => {
      setHere(true)
      return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
    }
    navigator.locks.request('khlang.alerts', { signal }, hold).catch(() => {})
    return () => ending.abort()
  }, [])
  useEffect(() => wakeAtFirstPress(), [])
  return isHere
}
